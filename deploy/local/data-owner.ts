import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OsUser } from './supervisor/child.ts';

/** Under root: the first owner of these folders that is another user. */
export function otherOwnerOf(...folders: string[]): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return folders.map((folder) => statSync(folder)).find(({ uid }) => uid !== 0);
}

/** Or the owner of the folder could read and delete nothing of what root has made in it. */
export function giveFilesOfRoot(path: string, owner: OsUser): void {
  const found = lstatSync(path);
  if (found.uid === 0) lchownSync(path, owner.uid, owner.gid);
  if (found.isDirectory()) for (const name of readdirSync(path)) giveFilesOfRoot(join(path, name), owner);
}
