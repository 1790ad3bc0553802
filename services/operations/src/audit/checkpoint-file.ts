import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** One checkpoint a line. */
export type CheckpointFile = { append(jws: string): Promise<void>; read(): Promise<string[]> };

export function checkpointFile(path: string | undefined): CheckpointFile {
  if (!path) return { append: async () => {}, read: async () => [] };
  return {
    async append(jws) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await appendFile(path, `${jws}\n`, { mode: 0o600, flush: true });
    },
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').filter(Boolean);
    },
  };
}
