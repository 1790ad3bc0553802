import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes beside the target and moves it there only when it is whole and on disk. Anything but `stored` leaves no trace. */
export async function writeWhole<Outcome extends string>(
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

/** A rename is only safe from a power cut once its folder is on disk too. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}

export async function writeAll(file: FileHandle, chunk: Buffer): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
}

/** A handler that turns "no such file" into a value. */
export function unlessGone<Value>(value: Value) {
  return (error: unknown): Value => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value;
    throw error;
  };
}
