import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientStorage } from '@trust/client';

/** One file per key, readable by its owner only. */
export function fileStorage(folder: string): ClientStorage {
  const file = (key: string) => join(folder, encodeURIComponent(key));
  return {
    async get(key) {
      return readFile(file(key), 'utf8').catch(() => undefined);
    },
    async set(key, value) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A crash leaves the old value or the new one.
      const draft = `${file(key)}.${process.pid}.draft`;
      await writeFile(draft, value, { mode: 0o600 });
      await rename(draft, file(key));
    },
    async delete(key) {
      await rm(file(key), { force: true });
    },
  };
}
