import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ifNotFound, isNotFound } from '@trust/s3/account-client';
import { MissingObject, type ObjectStore, storeMarkKey } from '../object-store.ts';
import { startInspection } from './inspection.ts';
import { checkedPublicName } from './public-folder.ts';
import { S3Client, type S3Options, type UploadRef } from './s3-client.ts';
import { storeUnavailable } from './store-unavailable.ts';

/** Multipart uploads are in the first bucket, copies as objects in the second (ADR 0014). */
export function openS3Store(options: S3Options, now: () => Date): ObjectStore {
  const { uploads, evidence } = options;
  const s3 = new S3Client(options);
  // Clients call the public endpoint, and the host is part of the signature: this client only signs.
  const signer = new S3Client({ ...options, endpoint: options.publicEndpoint ?? options.endpoint });

  return {
    begin: () =>
      withStoreErrors(async () => {
        const name = randomName();
        return `${name}.${await s3.initiateNewMultipartUpload(uploads, name, {})}`;
      }),
    async partTarget({ uploadRef, partNumber, expiresAt }) {
      const { name, uploadId } = parseRef(uploadRef);
      const at = now();
      const seconds = Math.max(1, Math.floor((expiresAt.getTime() - at.getTime()) / 1000));
      const query = { uploadId, partNumber: String(partNumber) };
      return { url: await signer.presignedUrl('PUT', uploads, name, seconds, query, at), headers: {} };
    },
    receivedParts: (uploadRef) =>
      withStoreErrors(async () => {
        const parts = (await s3.parts(uploads, parseRef(uploadRef))) ?? [];
        return new Map(parts.map(({ part, size }) => [part, size]));
      }),
    seal: (uploadRef, partCount) =>
      withStoreErrors(async () => {
        const { name } = parseRef(uploadRef);
        if (!(await complete(s3, uploads, uploadRef, partCount))) return undefined;
        const objectKey = randomName();
        await s3.copyObject(evidence, objectKey, `/${uploads}/${name}`);
        // The copy is inspected, never the upload, which a client may still overwrite (promise U2).
        const inspector = startInspection();
        for await (const chunk of await s3.getObject(evidence, objectKey)) inspector.update(chunk);
        return { objectKey, ...(await inspector.result()) };
      }),
    abandon: (uploadRef) =>
      withStoreErrors(async () => {
        const { name, uploadId } = parseRef(uploadRef);
        if (uploadId) await s3.abortMultipartUpload(uploads, name, uploadId).catch(ifNotFound(undefined));
        await s3.removeObject(uploads, name);
      }),
    read: (objectKey, range) =>
      withStoreErrors(async () => {
        const { start, end } = range ?? {};
        const reading =
          start === undefined || end === undefined
            ? s3.getObject(evidence, objectKey)
            : s3.getPartialObject(evidence, objectKey, start, end - start + 1);
        return reading.catch(throwMissing);
      }) as Promise<Readable>,
    save: (bytes) =>
      withStoreErrors(async () => {
        const objectKey = randomName();
        await s3.putObject(evidence, objectKey, bytes, bytes.length);
        return objectKey;
      }),
    remove: (objectKey) => withStoreErrors(() => s3.removeObject(evidence, objectKey)),
    async check() {
      const found = await Promise.all([uploads, evidence].map((bucket) => s3.bucketExists(bucket)));
      if (found.includes(false))
        throw new Error('A bucket is missing: check S3_UPLOADS_BUCKET and S3_EVIDENCE_BUCKET.');
    },
    has: (objectKey) => withStoreErrors(() => s3.statObject(evidence, objectKey).then(() => true, ifNotFound(false))),
    mark: () =>
      withStoreErrors(async () => {
        const found = await s3.getObject(evidence, storeMarkKey).catch(ifNotFound(undefined));
        return found && text(found);
      }),
    setMark: (mark) => withStoreErrors(async () => void (await s3.putObject(evidence, storeMarkKey, mark))),
    published: {
      put: (name, bytes) =>
        withStoreErrors(async () => {
          await s3.putObject(evidence, publicKey(name), bytes, bytes.length, publicHeaders);
        }),
      read: (name) =>
        withStoreErrors(() => s3.getObject(evidence, publicKey(name)).catch(throwMissing)) as Promise<Readable>,
      remove: (name) => withStoreErrors(() => s3.removeObject(evidence, publicKey(name))),
    },
    uploads: ({ after, limit }) =>
      withStoreErrors(async () => {
        const options = { after: parseRef(after).name, limit };
        // A completed upload is an object of this bucket and no longer listed as an upload.
        const completed = (await s3.objectsAfter(uploads, options)).map(({ name, at }) => ({
          uploadRef: `${name}.`,
          at,
        }));
        const found = [...(await s3.uploadsAfter(uploads, options)), ...completed];
        return found.sort((one, other) => (one.uploadRef < other.uploadRef ? -1 : 1)).slice(0, limit);
      }),
    objects: (options) =>
      withStoreErrors(async () => {
        const found = await s3.objectsAfter(evidence, options);
        return found.map(({ name, at }) => ({ objectKey: name, at }));
      }),
  };
}

/** False if a part is missing. A failed earlier confirmation may have completed the upload. */
async function complete(s3: S3Client, bucket: string, uploadRef: string, partCount: number): Promise<boolean> {
  const ref = parseRef(uploadRef);
  const parts = await s3.parts(bucket, ref);
  if (!parts) return s3.statObject(bucket, ref.name).then(() => true, ifNotFound(false));
  const etags = parts.map(({ part, etag }) => ({ part, etag }));
  const isWhole = etags.length === partCount && etags.every(({ part }, index) => part === index + 1);
  if (isWhole) await s3.completeMultipartUpload(bucket, ref.name, ref.uploadId, etags);
  return isWhole;
}

/** Turns every other error into a 503 without details of the store (promise D4). */
async function withStoreErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MissingObject) throw error;
    throw storeUnavailable('no answer', error);
  }
}

const publicKey = (name: string) => `public/${checkedPublicName(name)}`;
/** Of a published image. */
export const publicHeaders = { 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=60' };

function throwMissing(error: unknown): never {
  throw isNotFound(error) ? new MissingObject() : error;
}

function parseRef(uploadRef: string): UploadRef {
  const dot = `${uploadRef}.`.indexOf('.');
  return { name: uploadRef.slice(0, dot), uploadId: uploadRef.slice(dot + 1) };
}

function randomName(): string {
  return randomBytes(32).toString('hex');
}
