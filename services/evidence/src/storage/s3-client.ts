import http from 'node:http';
import https from 'node:https';
import { Client, type ClientOptions, S3Error } from 'minio';
import type { ListOptions } from './object-store.ts';

export type S3Options = {
  endpoint: string;
  publicEndpoint?: string | undefined;
  region: string;
  accessKey: string;
  secretKey: string;
  uploads: string;
  evidence: string;
};

/** Promise F4: the longest time without a byte. A response body may wait for a slow reader. */
const timeoutMs = 10_000;
const bodyTimeoutMs = 60_000;

export type UploadRef = { name: string; uploadId: string };

type Listed = { name: string; at: Date };

export class S3Client extends Client {
  constructor(options: S3Options, endpoint: string) {
    super(clientOptions(options, endpoint));
  }

  parts(bucket: string, { name, uploadId }: UploadRef) {
    return this.listParts(bucket, name, uploadId).catch(ifNotFound(undefined));
  }

  /** Not minio's own stream, which requests the parts of each upload. */
  async uploadsAfter(bucket: string, { after, limit }: ListOptions): Promise<{ uploadRef: string; at: Date }[]> {
    const found = [];
    let at = { key: after, upload: '' };
    for (let isLast = false; !isLast && found.length < limit; ) {
      // Names have no slash, and not every store accepts an empty delimiter.
      const page = await this.listIncompleteUploadsQuery(bucket, '', at.key, at.upload, '/');
      for (const { key, uploadId, initiated } of page.uploads) {
        if (isObjectName(key)) found.push({ uploadRef: `${key}.${uploadId}`, at: new Date(initiated) });
      }
      isLast = !page.isTruncated;
      at = { key: page.nextKeyMarker, upload: page.nextUploadIdMarker };
    }
    return found;
  }

  async objectsAfter(bucket: string, { after, limit }: ListOptions): Promise<Listed[]> {
    const found: Listed[] = [];
    for await (const { name, lastModified } of this.listObjectsV2(bucket, '', true, after)) {
      if (name && lastModified && isObjectName(name)) found.push({ name, at: lastModified });
      if (found.length >= limit) break;
    }
    return found;
  }
}

const isObjectName = (name: string) => /^[0-9a-f]{64}$/.test(name);

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
    transport: withTimeouts(isSecure ? https : http),
  };
}

/** minio has no timeouts of its own. */
function withTimeouts(transport: typeof http | typeof https): NonNullable<ClientOptions['transport']> {
  return {
    request(...args: Parameters<typeof http.request>) {
      const request = transport.request(...args);
      request.once('response', () => request.setTimeout(bodyTimeoutMs));
      return request.setTimeout(timeoutMs, () =>
        request.destroy(new Error(`The object store did not respond within ${timeoutMs / 1000} s.`)),
      );
    },
  } as NonNullable<ClientOptions['transport']>;
}

export function ifNotFound<Value>(value: Value) {
  return (error: unknown): Value => {
    if (isNotFound(error)) return value;
    throw error;
  };
}

export function isNotFound(error: unknown): boolean {
  return error instanceof S3Error && ['NoSuchUpload', 'NoSuchKey', 'NotFound'].includes(error.code ?? '');
}
