import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { inspection } from './inspection.ts';
import { MissingObject, type ObjectStore, type Sealed, type Stretch, storeMark } from './object-store.ts';
import { type PartClaims, signPart, verifyPart } from './part-url.ts';
import { syncFolder, unlessGone, writeAll, writeWhole } from './whole-file.ts';

/** Takes parts for a store that cannot: a folder has no address of its own. */
export type PartReceiver = {
  /** What the token in the URL of a part allows, if anything. */
  allowedBy(token: string, partNumber: number, now: Date): PartClaims | undefined;
  /** Takes a part of exactly `sizeBytes`: it is there whole or not at all, and may be sent again. */
  receivePart(upload: { uploadRef: string; partNumber: number; sizeBytes: number }, body: Readable): Promise<Received>;
};
export type FolderStore = ObjectStore & PartReceiver;
export type Received = 'stored' | 'too_long' | 'too_short' | 'upload_ended';

type FolderOptions = { folder: string; publicUrl: string; secret: string };

/** The store on a folder of this machine: `uploads/<ref>/<part>` and `objects/<key>`. Every byte is on disk before it counts. */
export async function openFolderStore({ folder, publicUrl, secret }: FolderOptions): Promise<FolderStore> {
  const uploads = join(folder, 'uploads');
  const objects = join(folder, 'objects');
  for (const area of [uploads, objects]) await mkdir(area, { recursive: true, mode: 0o700 });
  const uploadFolder = (ref: string) => join(uploads, named(ref));
  const partFile = (ref: string, partNumber: number) => join(uploadFolder(ref), String(partNumber));
  const objectFile = (key: string) => join(objects, named(key));

  return {
    async begin() {
      const uploadRef = randomName();
      await mkdir(uploadFolder(uploadRef), { mode: 0o700 });
      return uploadRef;
    },
    async partTarget({ sessionId, partNumber, sizeBytes, expiresAt }) {
      const token = signPart(secret, { sessionId, partNumber, sizeBytes, expiresAt });
      const url = `${publicUrl}/api/v1/evidence-uploads/${token}/parts/${partNumber}`;
      return { url, headers: { 'Content-Type': 'application/octet-stream' } };
    },
    allowedBy: (token, partNumber, now) => verifyPart(secret, token, partNumber, now),
    async receivePart({ uploadRef, partNumber, sizeBytes }, body) {
      const received = await writePart(partFile(uploadRef, partNumber), sizeBytes, body);
      // An upload that has no part yet need not outlast a power cut: its representative begins it again, and opening it waits for no disk.
      if (received === 'stored') await syncFolder(uploads);
      return received;
    },
    async receivedParts(uploadRef) {
      const names = await readdir(uploadFolder(uploadRef)).catch(unlessGone<string[]>([]));
      const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
      const found = numbers.map(async (number) => [number, (await stat(partFile(uploadRef, number))).size] as const);
      return new Map(await Promise.all(found).catch(unlessGone([])));
    },
    async seal(uploadRef, partCount) {
      const objectKey = randomName();
      const parts = Array.from({ length: partCount }, (_, index) => partFile(uploadRef, index + 1));
      const found = await joinParts(parts, objectFile(objectKey));
      return found && { objectKey, ...found };
    },
    abandon: (uploadRef) => rm(uploadFolder(uploadRef), { recursive: true, force: true, maxRetries: 3 }),
    async read(objectKey, range) {
      // Opened first: a missing object must be known before an answer has begun.
      const file = await open(objectFile(objectKey)).catch(unlessGone(undefined));
      if (!file) throw new MissingObject();
      return file.createReadStream(range);
    },
    async save(bytes) {
      const objectKey = randomName();
      await writeWhole(objectFile(objectKey), async (file) => {
        await writeAll(file, bytes);
        return 'stored';
      });
      return objectKey;
    },
    remove: (objectKey) => rm(objectFile(objectKey), { force: true }),
    async check() {
      for (const area of [uploads, objects]) await access(area, constants.W_OK);
    },
    has: (objectKey) => access(objectFile(objectKey)).then(() => true, unlessGone(false)),
    mark: () => readFile(join(objects, storeMark), 'utf8').catch(unlessGone(undefined)),
    async setMark(mark) {
      await writeWhole(join(objects, storeMark), async (file) => {
        await writeAll(file, Buffer.from(mark));
        return 'stored';
      });
    },
    async uploads(stretch) {
      return (await entriesOf(uploads, stretch)).map(({ name, at }) => ({ uploadRef: name, at }));
    },
    async objects(stretch) {
      return (await entriesOf(objects, stretch)).map(({ name, at }) => ({ objectKey: name, at }));
    },
  };
}

function writePart(target: string, sizeBytes: number, body: Readable): Promise<Received> {
  return writeWhole<Received>(target, async (file) => {
    let bytes = 0;
    // Left undestroyed, the request can still be answered.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > sizeBytes) return 'too_long';
      await writeAll(file, chunk);
    }
    return bytes === sizeBytes ? 'stored' : 'too_short';
  }).catch(unlessGone<Received>('upload_ended'));
}

/** Reads each part once and writes it on; undefined, and nothing left of it, if one is missing. */
async function joinParts(parts: string[], target: string): Promise<Omit<Sealed, 'objectKey'> | undefined> {
  const bytes = inspection();
  const outcome = await writeWhole<'stored' | 'missing'>(target, async (file) => {
    for (const part of parts) {
      for await (const chunk of createReadStream(part)) {
        bytes.observe(chunk);
        await writeAll(file, chunk);
      }
    }
    return 'stored';
  }).catch(unlessGone<'missing'>('missing'));
  return outcome === 'stored' ? bytes.result() : undefined;
}

async function entriesOf(area: string, { after, limit }: Stretch): Promise<{ name: string; at: Date }[]> {
  const names = (await readdir(area)).filter((name) => isOurs(name) && name > after).sort();
  const found = names.slice(0, limit).map(async (name) => {
    const entry = await stat(join(area, name)).catch(unlessGone(undefined));
    // One that has gone meanwhile is as good as new: nobody has anything to do with it.
    return { name, at: entry?.mtime ?? new Date() };
  });
  return Promise.all(found);
}

const isOurs = (name: string) => /^[0-9a-f]{64}(\.draft-[0-9a-f]{64})?$/.test(name);

/** Names are ours alone; anything else would be a way out of the folder. */
function named(name: string): string {
  if (!isOurs(name)) throw new Error('That is no name of this store.');
  return name;
}

function randomName(): string {
  return randomBytes(32).toString('hex');
}
