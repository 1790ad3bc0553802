import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Secret } from '@trust/service-kit/sealing/secret';
import {
  type ListOptions,
  MissingObject,
  type ObjectStore,
  type PartReceiver,
  type Received,
  type Sealed,
  storeMarkKey,
} from '../object-store.ts';
import { ifNotFound, syncFolder, throwDiskFull, writeAll, writeAtomically } from './atomic-file.ts';
import { startInspection } from './inspection.ts';
import { signPart, verifyPart } from './part-url.ts';
import { publicFolderAt } from './public-folder.ts';

export type FolderStore = ObjectStore & PartReceiver;
type FolderOptions = { folder: string; publicUrl: string; secret: Secret };

/** `uploads/<ref>/<part>`, `objects/<key>` and `public/<name>`, synced to disk before a write is reported. */
export async function openFolderStore({ folder, publicUrl, secret }: FolderOptions): Promise<FolderStore> {
  const uploads = join(folder, 'uploads');
  const objects = join(folder, 'objects');
  const published = join(folder, 'public');
  for (const path of [uploads, objects, published]) await mkdir(path, { recursive: true, mode: 0o700 });
  const uploadFolder = (ref: string) => join(uploads, checkedName(ref));
  const partFile = (ref: string, partNumber: number) => join(uploadFolder(ref), String(partNumber));
  const objectFile = (key: string) => join(objects, checkedName(key));

  return {
    async begin() {
      const uploadRef = randomName();
      await mkdir(uploadFolder(uploadRef), { mode: 0o700 }).catch(throwDiskFull);
      return uploadRef;
    },
    async partTarget({ sessionId, partNumber, sizeBytes, expiresAt }) {
      const token = signPart(secret, { sessionId, partNumber, sizeBytes, expiresAt });
      const url = `${publicUrl}/api/v1/evidence-uploads/${token}/parts/${partNumber}`;
      return { url, headers: { 'Content-Type': 'application/octet-stream' } };
    },
    verifyToken: (token, partNumber, now) => verifyPart(secret, token, partNumber, now),
    async receivePart({ uploadRef, partNumber, sizeBytes }, body) {
      const received = await writePart(partFile(uploadRef, partNumber), sizeBytes, body);
      // Not synced when the upload begins: without a part it may be lost in a power cut.
      if (received === 'stored') await syncFolder(uploads);
      return received;
    },
    async receivedParts(uploadRef) {
      const names = await readdir(uploadFolder(uploadRef)).catch(ifNotFound<string[]>([]));
      const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
      const found = numbers.map(async (number) => [number, (await stat(partFile(uploadRef, number))).size] as const);
      return new Map(await Promise.all(found).catch(ifNotFound([])));
    },
    async seal(uploadRef, partCount) {
      const objectKey = randomName();
      const parts = Array.from({ length: partCount }, (_, index) => partFile(uploadRef, index + 1));
      const found = await joinParts(parts, objectFile(objectKey));
      return found && { objectKey, ...found };
    },
    abandon: (uploadRef) => rm(uploadFolder(uploadRef), { recursive: true, force: true, maxRetries: 3 }),
    async read(objectKey, range) {
      // A missing object must be reported before the response begins.
      const file = await open(objectFile(objectKey)).catch(ifNotFound(undefined));
      if (!file) throw new MissingObject();
      return file.createReadStream(range);
    },
    async save(bytes) {
      const objectKey = randomName();
      await writeAtomically(objectFile(objectKey), async (file) => {
        await writeAll(file, bytes);
        return 'stored';
      });
      return objectKey;
    },
    remove: (objectKey) => rm(objectFile(objectKey), { force: true }),
    async check() {
      for (const path of [uploads, objects]) await access(path, constants.W_OK);
    },
    has: (objectKey) => access(objectFile(objectKey)).then(() => true, ifNotFound(false)),
    mark: () => readFile(join(objects, storeMarkKey), 'utf8').catch(ifNotFound(undefined)),
    async setMark(mark) {
      await writeAtomically(join(objects, storeMarkKey), async (file) => {
        await writeAll(file, Buffer.from(mark));
        return 'stored';
      });
    },
    published: publicFolderAt(published),
    async uploads(options) {
      return (await listEntries(uploads, options)).map(({ name, at }) => ({ uploadRef: name, at }));
    },
    async objects(options) {
      return (await listEntries(objects, options)).map(({ name, at }) => ({ objectKey: name, at }));
    },
  };
}

function writePart(target: string, sizeBytes: number, body: Readable): Promise<Received> {
  return writeAtomically<Received>(target, async (file) => {
    let bytes = 0;
    // A destroyed request could not be responded to.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > sizeBytes) return 'too_long';
      await writeAll(file, chunk);
    }
    return bytes === sizeBytes ? 'stored' : 'too_short';
  }).catch(ifNotFound<Received>('upload_ended'));
}

async function joinParts(parts: string[], target: string): Promise<Omit<Sealed, 'objectKey'> | undefined> {
  const inspector = startInspection();
  const outcome = await writeAtomically<'stored' | 'missing'>(target, async (file) => {
    for (const part of parts) {
      for await (const chunk of createReadStream(part)) {
        inspector.update(chunk);
        await writeAll(file, chunk);
      }
    }
    return 'stored';
  }).catch(ifNotFound<'missing'>('missing'));
  return outcome === 'stored' ? inspector.result() : undefined;
}

async function listEntries(path: string, { after, limit }: ListOptions): Promise<{ name: string; at: Date }[]> {
  const names = (await readdir(path)).filter((name) => isStoreName(name) && name > after).sort();
  const found = names.slice(0, limit).map(async (name) => {
    const entry = await stat(join(path, name)).catch(ifNotFound(undefined));
    // Deleted meanwhile: `now` keeps it within the sweep's grace period.
    return { name, at: entry?.mtime ?? new Date() };
  });
  return Promise.all(found);
}

const isStoreName = (name: string) => /^[0-9a-f]{64}(\.draft-[0-9a-f]{64})?$/.test(name);

/** Rejects paths that lead out of the folder. */
function checkedName(name: string): string {
  if (!isStoreName(name)) throw new Error('Not a name of this store.');
  return name;
}

function randomName(): string {
  return randomBytes(32).toString('hex');
}
