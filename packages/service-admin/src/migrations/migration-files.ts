import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

export type SqlFile = { name: string; path: string; text: string; checksum: Buffer };

/** The `.sql` files of a folder in the order of their names; none if the folder does not exist. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      return { name: basename(file, '.sql'), path, text, checksum: createHash('sha256').update(text).digest() };
    }),
  );
}
