import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MissingObject, type PublicFolder } from '../object-store.ts';
import { ifNotFound, writeAll, writeAtomically } from './atomic-file.ts';

/** In a folder of this machine, synced before a write is reported. */
export function publicFolderAt(folder: string): PublicFolder {
  const file = (name: string) => join(folder, checkedPublicName(name));
  return {
    async put(name, bytes) {
      await writeAtomically(file(name), async (handle) => {
        await writeAll(handle, bytes);
        return 'stored';
      });
    },
    async read(name) {
      const handle = await open(file(name)).catch(ifNotFound(undefined));
      if (!handle) throw new MissingObject();
      return handle.createReadStream();
    },
    remove: (name) => rm(file(name), { force: true }),
  };
}

/** Rejects paths that lead out of the folder. */
export function checkedPublicName(name: string): string {
  if (!/^[0-9a-f]{64}\.webp$/.test(name)) throw new Error('Not a name of the public folder.');
  return name;
}
