import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { unavailable } from '@trust/service-kit/problem';
import { Client, type ClientOptions, S3Error } from 'minio';
import { inspection } from './inspection.ts';
import type { ObjectStore } from './object-store.ts';

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

/** The store on S3. An upload is a multipart upload of the first bucket; what it is confirmed as is a copy in the second. */
export function openS3Store(options: S3Options, now: () => Date): ObjectStore {
  const { uploads, evidence } = options;
  const s3 = new PartClient(clientOptions(options, options.endpoint));
  // Only signs, so it never asks the network; the host is part of what is signed.
  const signer = new Client(clientOptions(options, options.publicEndpoint ?? options.endpoint));

  return {
    begin: () =>
      asked(async () => {
        const name = randomName();
        return `${name}.${await s3.initiateNewMultipartUpload(uploads, name, {})}`;
      }),
    async partTarget({ uploadRef, partNumber, expiresAt }) {
      const { name, uploadId } = refOf(uploadRef);
      const at = now();
      const seconds = Math.max(1, Math.floor((expiresAt.getTime() - at.getTime()) / 1000));
      const query = { uploadId, partNumber: String(partNumber) };
      return { url: await signer.presignedUrl('PUT', uploads, name, seconds, query, at), headers: {} };
    },
    receivedParts: (uploadRef) =>
      asked(async () => {
        const parts = (await s3.parts(uploads, refOf(uploadRef))) ?? [];
        return new Map(parts.map(({ part, size }) => [part, size]));
      }),
    seal: (uploadRef, partCount) =>
      asked(async () => {
        const { name } = refOf(uploadRef);
        if (!(await complete(s3, uploads, uploadRef, partCount))) return undefined;
        const objectKey = randomName();
        await s3.copyObject(evidence, objectKey, `/${uploads}/${name}`);
        // Read from the copy, which nobody else can reach: whatever happens to the upload now, this is what was looked at.
        const bytes = inspection();
        for await (const chunk of await s3.getObject(evidence, objectKey)) bytes.observe(chunk);
        return { objectKey, ...(await bytes.result()) };
      }),
    abandon: (uploadRef) =>
      asked(async () => {
        const { name, uploadId } = refOf(uploadRef);
        await s3.abortMultipartUpload(uploads, name, uploadId).catch(unlessGone(undefined));
        await s3.removeObject(uploads, name);
      }),
    read: (objectKey, range) =>
      asked(async () => {
        if (!range) return s3.getObject(evidence, objectKey);
        return s3.getPartialObject(evidence, objectKey, range.start, range.end - range.start + 1);
      }) as Promise<Readable>,
    save: (bytes) =>
      asked(async () => {
        const objectKey = randomName();
        await s3.putObject(evidence, objectKey, bytes, bytes.length);
        return objectKey;
      }),
    remove: (objectKey) => asked(() => s3.removeObject(evidence, objectKey)),
    async check() {
      const found = await Promise.all([uploads, evidence].map((bucket) => s3.bucketExists(bucket)));
      if (found.includes(false)) throw new Error('A bucket is missing.');
    },
    async *uploads() {
      // Not recursive: an empty delimiter is not understood everywhere, and our names have no slash.
      for await (const { key, uploadId, initiated } of s3.listIncompleteUploads(uploads, '', false)) {
        yield { uploadRef: `${key}.${uploadId}`, at: new Date(initiated) };
      }
    },
    async *objects() {
      for await (const { name, lastModified } of s3.listObjectsV2(evidence, '', true)) {
        if (name && lastModified) yield { objectKey: name, at: lastModified };
      }
    },
  };
}

type UploadRef = { name: string; uploadId: string };

/** minio keeps the listing of one upload's parts to itself and to those who extend it. */
class PartClient extends Client {
  /** undefined once the upload is complete or ended. */
  parts(bucket: string, { name, uploadId }: UploadRef) {
    return this.listParts(bucket, name, uploadId).catch(unlessGone(undefined));
  }
}

/** True once the upload is one object. It may be so already: a confirmation that failed later is tried again. */
async function complete(s3: PartClient, bucket: string, uploadRef: string, partCount: number): Promise<boolean> {
  const ref = refOf(uploadRef);
  const parts = await s3.parts(bucket, ref);
  if (!parts) return s3.statObject(bucket, ref.name).then(() => true, unlessGone(false));
  const etags = parts.map(({ part, etag }) => ({ part, etag }));
  const isWhole = etags.length === partCount && etags.every(({ part }, index) => part === index + 1);
  if (isWhole) await s3.completeMultipartUpload(bucket, ref.name, ref.uploadId, etags);
  return isWhole;
}

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

/** Whatever the store answers that is not understood is its absence: a caller tries again later, and reads nothing of S3 (promise D4). */
async function asked<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isGone(error)) throw error;
    throw Object.assign(
      unavailable({
        en: 'Documents cannot be stored or read at the moment. Nothing is lost: try again.',
        fr: 'Les documents ne peuvent être ni enregistrés ni lus pour le moment. Rien n’est perdu : réessayez.',
      }),
      { cause: error },
    );
  }
}

function unlessGone<Value>(value: Value) {
  return (error: unknown): Value => {
    if (isGone(error)) return value;
    throw error;
  };
}

function isGone(error: unknown): boolean {
  return error instanceof S3Error && ['NoSuchUpload', 'NoSuchKey', 'NotFound'].includes(error.code ?? '');
}

function refOf(uploadRef: string): UploadRef {
  const dot = uploadRef.indexOf('.');
  return { name: uploadRef.slice(0, dot), uploadId: uploadRef.slice(dot + 1) };
}

function randomName(): string {
  return randomBytes(32).toString('hex');
}
