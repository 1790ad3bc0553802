import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, opendir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { inspection } from './inspection.ts';
import type { ObjectStore } from './object-store.ts';
import { type PartClaims, signPart, verifyPart } from './part-url.ts';
import { syncFolder, unlessGone, writeAll, writeWhole } from './whole-file.ts';

/** A store that has to take the parts itself, since a folder has no address of its own. */
export type FolderStore = ObjectStore & {
  /** What the token in the URL of a part allows, if anything. */
  allowedBy(token: string, partNumber: number, now: Date): PartClaims | undefined;
  /** Takes a part of exactly `sizeBytes`: it is there whole or not at all, and may be sent again. */
  receivePart(upload: { uploadRef: string; partNumber: number; sizeBytes: number }, body: Readable): Promise<Received>;
};
export type Received = 'stored' | 'too_long' | 'too_short' | 'upload_ended';

type FolderOptions = { folder: string; publicUrl: string; secret: string };

/** The store on a folder of this machine: `uploads/<ref>/<part>` and `objects/<key>`. Every byte is on disk before it counts. */
export async function openFolderStore({ folder, publicUrl, secret }: FolderOptions): Promise<FolderStore> {
  const uploads = join(folder, 'uploads');
  const objects = join(folder, 'objects');
  for (const area of [uploads, objects]) await mkdir(area, { recursive: true, mode: 0o700 });
  const uploadFolder = (ref: string) => join(uploads, named(ref));
  const objectFile = (key: string) => join(objects, named(key));

  return {
    async begin() {
      const uploadRef = randomName();
      await mkdir(uploadFolder(uploadRef), { mode: 0o700 });
      await syncFolder(uploads);
      return uploadRef;
    },

    partTarget({ sessionId, partNumber, sizeBytes, expiresAt }) {
      const token = signPart(secret, { sessionId, partNumber, sizeBytes, expiresAt });
      const url = `${publicUrl}/api/v1/evidence-uploads/${token}/parts/${partNumber}`;
      return { url, headers: { 'Content-Type': 'application/octet-stream' }, expiresAt };
    },

    allowedBy: (token, partNumber, now) => verifyPart(secret, token, partNumber, now),

    async receivePart({ uploadRef, partNumber, sizeBytes }, body) {
      const target = join(uploadFolder(uploadRef), String(partNumber));
      return writeWhole(target, async (file) => {
        let bytes = 0;
        // Left undestroyed, the request can still be answered.
        for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          if (bytes > sizeBytes) return 'too_long';
          await writeAll(file, chunk);
        }
        return bytes === sizeBytes ? 'stored' : 'too_short';
      }).catch(unlessGone<Received>('upload_ended'));
    },

    async receivedParts(uploadRef) {
      const names = await readdir(uploadFolder(uploadRef)).catch(unlessGone<string[]>([]));
      return new Set(names.filter((name) => /^\d+$/.test(name)).map(Number));
    },

    async seal(uploadRef, partCount) {
      const objectKey = randomName();
      const bytes = inspection();
      const outcome = await writeWhole(objectFile(objectKey), async (file) => {
        for (let part = 1; part <= partCount; part++) {
          for await (const chunk of createReadStream(join(uploadFolder(uploadRef), String(part)))) {
            bytes.observe(chunk);
            await writeAll(file, chunk);
          }
        }
        return 'stored' as const;
      }).catch(unlessGone<'missing'>('missing'));
      return outcome === 'stored' ? { objectKey, ...(await bytes.result()) } : undefined;
    },

    abandon: (uploadRef) => rm(uploadFolder(uploadRef), { recursive: true, force: true, maxRetries: 3 }),

    async read(objectKey, range) {
      // Opened first: a missing object must be known before an answer has begun.
      const file = await open(objectFile(objectKey));
      return file.createReadStream(range);
    },

    remove: (objectKey) => rm(objectFile(objectKey), { force: true }),

    async check() {
      for (const area of [uploads, objects]) await access(area, constants.W_OK);
    },

    async *uploads() {
      for await (const { name } of await opendir(uploads))
        yield { uploadRef: name, at: await changedAt(join(uploads, name)) };
    },

    async *objects() {
      for await (const { name } of await opendir(objects))
        yield { objectKey: name, at: await changedAt(join(objects, name)) };
    },
  };
}

/** Names are ours alone; anything else would be a way out of the folder. */
function named(name: string): string {
  if (!/^[0-9a-f]{64}(\.draft-[0-9a-f]{64})?$/.test(name)) throw new Error('That is no name of this store.');
  return name;
}

function randomName(): string {
  return randomBytes(32).toString('hex');
}

async function changedAt(path: string): Promise<Date> {
  return (await stat(path).catch(unlessGone(undefined)))?.mtime ?? new Date();
}
