import http from 'node:http';
import https from 'node:https';
import { Client, type ClientOptions, S3Error } from 'minio';
import type { Stretch } from './object-store.ts';

export type S3Options = {
  /** Where this service reaches the store, and where clients do. */
  endpoint: string;
  publicEndpoint?: string | undefined;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Two buckets: clients hold signed URLs into the first only. */
  uploads: string;
  evidence: string;
};

/** Silence after which a request is given up (promise F4); an answer that has begun may wait for a slow reader. */
const quietMs = 10_000;
const slowReaderMs = 60_000;

export type UploadRef = { name: string; uploadId: string };

type Listed = { name: string; at: Date };

/** minio, with what it keeps to itself and to those who extend it, and with listings that go on where the last one ended. */
export class S3Client extends Client {
  constructor(options: S3Options, endpoint: string) {
    super(clientOptions(options, endpoint));
  }

  /** undefined once the upload is complete or ended. */
  parts(bucket: string, { name, uploadId }: UploadRef) {
    return this.listParts(bucket, name, uploadId).catch(unlessGone(undefined));
  }

  /** Multipart uploads under way, in the order of their names. minio's own stream of them asks for the parts of each. */
  async uploadsAfter(bucket: string, { after, limit }: Stretch): Promise<{ uploadRef: string; at: Date }[]> {
    const found = [];
    let at = { key: after, upload: '' };
    for (let isWhole = false; !isWhole && found.length < limit; ) {
      // Our names have no slash; an empty delimiter is not understood everywhere.
      const page = await this.listIncompleteUploadsQuery(bucket, '', at.key, at.upload, '/');
      for (const { key, uploadId, initiated } of page.uploads) {
        if (isOurs(key)) found.push({ uploadRef: `${key}.${uploadId}`, at: new Date(initiated) });
      }
      isWhole = !page.isTruncated;
      at = { key: page.nextKeyMarker, upload: page.nextUploadIdMarker };
    }
    return found;
  }

  async objectsAfter(bucket: string, { after, limit }: Stretch): Promise<Listed[]> {
    const found: Listed[] = [];
    for await (const { name, lastModified } of this.listObjectsV2(bucket, '', true, after)) {
      if (name && lastModified && isOurs(name)) found.push({ name, at: lastModified });
      if (found.length >= limit) break;
    }
    return found;
  }
}

const isOurs = (name: string) => /^[0-9a-f]{64}$/.test(name);

function clientOptions({ region, accessKey, secretKey }: S3Options, endpoint: string): ClientOptions {
  const { hostname, port, protocol } = new URL(endpoint);
  const isSecure = protocol === 'https:';
  return {
    endPoint: hostname,
    ...(port && { port: Number(port) }),
    useSSL: isSecure,
    region,
    accessKey,
    secretKey,
    pathStyle: true,
    transport: impatient(isSecure ? https : http),
  };
}

/** minio waits for ever for a store that does not answer. */
function impatient(transport: typeof http | typeof https): NonNullable<ClientOptions['transport']> {
  return {
    request(...args: Parameters<typeof http.request>) {
      const request = transport.request(...args);
      request.once('response', () => request.setTimeout(slowReaderMs));
      return request.setTimeout(quietMs, () => request.destroy(new Error('The store does not answer.')));
    },
  } as NonNullable<ClientOptions['transport']>;
}

export function unlessGone<Value>(value: Value) {
  return (error: unknown): Value => {
    if (isGone(error)) return value;
    throw error;
  };
}

export function isGone(error: unknown): boolean {
  return error instanceof S3Error && ['NoSuchUpload', 'NoSuchKey', 'NotFound'].includes(error.code ?? '');
}
