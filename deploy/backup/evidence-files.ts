import { constants, copyFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies the files that `to` lacks or has with other bytes: a crash or a bad disk may have damaged one. */
export function copyMissingFiles(from: string, to: string): { copied: number; names: string[] } {
  const names = globSync('**/*', { cwd: from, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(from.length + 1))
    .sort();
  let copied = 0;
  const kept: string[] = [];
  for (const name of names) {
    const target = join(to, name);
    if (existsSync(target) && isSame(join(from, name), target)) {
      kept.push(name);
      continue;
    }
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    try {
      copyFileSync(join(from, name), target, constants.COPYFILE_FICLONE);
    } catch (error) {
      // The running service has deleted it: an upload that ended, or an erased document.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') continue;
      throw error;
    }
    copied++;
    kept.push(name);
  }
  return { copied, names: kept };
}

/** A document has at most 20 MiB, so both fit into memory. */
function isSame(one: string, other: string): boolean {
  return existsSync(one) && readFileSync(one).equals(readFileSync(other));
}
