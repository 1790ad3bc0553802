import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { storeUnavailable } from './store-unavailable.ts';

/** Writes a draft and renames it once it is synced. Any outcome but `stored` leaves no file. */
export function writeAtomically<Outcome extends string>(
  target: string,
  write: (file: FileHandle) => Promise<Outcome>,
): Promise<Outcome> {
  return writeDraft(target, write).catch(throwDiskFull);
}

async function writeDraft<Outcome extends string>(
  target: string,
  write: (file: FileHandle) => Promise<Outcome>,
): Promise<Outcome> {
  const draft = `${target}.draft-${randomBytes(32).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    const outcome = await write(file);
    if (outcome === 'stored') {
      await file.sync();
      await rename(draft, target);
      await syncFolder(join(target, '..'));
    }
    return outcome;
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

/** A full disk is a 503, because it gets room again (promise F6). Other errors stay as they are. */
export function throwDiskFull(error: unknown): never {
  const isFull = error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code));
  throw isFull ? storeUnavailable('no room', error) : error;
}

/** A rename survives a power cut only once its folder is synced too. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}

export async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
}

export function ifNotFound<Value>(value: Value) {
  return (error: unknown): Value => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value;
    throw error;
  };
}
