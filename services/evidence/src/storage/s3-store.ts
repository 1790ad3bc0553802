import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { unavailable } from '@trust/service-kit/http/problem';
import { inspection } from './inspection.ts';
import { MissingObject, type ObjectStore, storeMark } from './object-store.ts';
import { isGone, S3Client, type S3Options, type UploadRef, unlessGone } from './s3-client.ts';

/** The store on S3. An upload is a multipart upload of the first bucket; what it is confirmed as is a copy in the second. */
export function openS3Store(options: S3Options, now: () => Date): ObjectStore {
  const { uploads, evidence } = options;
  const s3 = new S3Client(options, options.endpoint);
  // Only signs, so it never asks the network; the host is part of what is signed.
  const signer = new S3Client(options, options.publicEndpoint ?? options.endpoint);

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
        if (uploadId) await s3.abortMultipartUpload(uploads, name, uploadId).catch(unlessGone(undefined));
        await s3.removeObject(uploads, name);
      }),
    read: (objectKey, range) =>
      asked(async () => {
        const { start, end } = range ?? {};
        const reading =
          start === undefined || end === undefined
            ? s3.getObject(evidence, objectKey)
            : s3.getPartialObject(evidence, objectKey, start, end - start + 1);
        return reading.catch(missing);
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
    has: (objectKey) => asked(() => s3.statObject(evidence, objectKey).then(() => true, unlessGone(false))),
    mark: () =>
      asked(async () => {
        const found = await s3.getObject(evidence, storeMark).catch(unlessGone(undefined));
        return found && text(found);
      }),
    setMark: (mark) => asked(async () => void (await s3.putObject(evidence, storeMark, mark))),
    uploads: ({ after, limit }) =>
      asked(async () => {
        const stretch = { after: refOf(after).name, limit };
        // One that was completed and not confirmed is an object by now, and on no list of uploads.
        const completed = (await s3.objectsAfter(uploads, stretch)).map(({ name, at }) => ({
          uploadRef: `${name}.`,
          at,
        }));
        const found = [...(await s3.uploadsAfter(uploads, stretch)), ...completed];
        return found.sort((one, other) => (one.uploadRef < other.uploadRef ? -1 : 1)).slice(0, limit);
      }),
    objects: (stretch) =>
      asked(async () => {
        const found = await s3.objectsAfter(evidence, stretch);
        return found.map(({ name, at }) => ({ objectKey: name, at }));
      }),
  };
}

/** True once the upload is one object. It may be so already: a confirmation that failed later is tried again. */
async function complete(s3: S3Client, bucket: string, uploadRef: string, partCount: number): Promise<boolean> {
  const ref = refOf(uploadRef);
  const parts = await s3.parts(bucket, ref);
  if (!parts) return s3.statObject(bucket, ref.name).then(() => true, unlessGone(false));
  const etags = parts.map(({ part, etag }) => ({ part, etag }));
  const isWhole = etags.length === partCount && etags.every(({ part }, index) => part === index + 1);
  if (isWhole) await s3.completeMultipartUpload(bucket, ref.name, ref.uploadId, etags);
  return isWhole;
}

/** Whatever the store answers that is not understood is its absence: a caller tries again later, and reads nothing of S3 (promise D4). */
async function asked<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isGone(error) || error instanceof MissingObject) throw error;
    throw Object.assign(
      unavailable({
        en: 'Document storage is unavailable. No data is lost. Retry later.',
        fr: 'Le stockage des documents est indisponible. Aucune donnée n’est perdue. Réessayez plus tard.',
      }),
      { cause: error },
    );
  }
}

function missing(error: unknown): never {
  throw isGone(error) ? new MissingObject() : error;
}

function refOf(uploadRef: string): UploadRef {
  const dot = `${uploadRef}.`.indexOf('.');
  return { name: uploadRef.slice(0, dot), uploadId: uploadRef.slice(dot + 1) };
}

function randomName(): string {
  return randomBytes(32).toString('hex');
}
