import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const mebibytes = { nats: 256, logs: 64, postgres: 2048, evidence: 1024 };
export type SmallDisk = keyof typeof mebibytes;

/** Mounts a small file system for each of these folders of the platform. Requires root. */
export async function mountSmallDisks(dataDir: string): Promise<AsyncDisposable> {
  const mounted = new AsyncDisposableStack();
  for (const [name, size] of Object.entries(mebibytes)) {
    mounted.use(await mountSmallDisk(join(dataDir, name), size));
  }
  return mounted;
}

/** `size`: mebibytes. */
export async function mountSmallDisk(folder: string, size: number): Promise<AsyncDisposable> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=0755`, 'trust-faults', folder]);
  return { [Symbol.asyncDispose]: async () => void (await run('umount', ['-l', folder])) };
}

/** Until it is disposed of. `folder`: in a small disk. */
export async function fillDisk(folder: string): Promise<AsyncDisposable> {
  const filler = join(folder, 'filler');
  // Until the disk is full: dd then exits with 1.
  await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64K']).catch(() => {});
  return { [Symbol.asyncDispose]: async () => rmSync(filler, { force: true }) };
}
