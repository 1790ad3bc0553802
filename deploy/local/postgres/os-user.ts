import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDataDir } from '../data-dir.ts';
import { otherOwnerOf } from '../data-owner.ts';
import type { OsUser } from '../supervisor/child.ts';

/** PostgreSQL refuses to run as root, so it runs as the owner of the folder or of the data around it, or as `postgres`. */
export function postgresUser(dataDir: string): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const around = dirname(dataDir);
  const { uid, gid } = otherOwnerOf(dataDir, ...(isDataDir(around) ? [around] : [])) ?? {
    uid: numericId('-u'),
    gid: numericId('-g'),
  };
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'There is no user `postgres` on this machine. Add it (adduser --system --group postgres), or start as another user than root.',
    );
  }
  chownSync(dataDir, uid, gid);
  chmodSync(dataDir, 0o700);
  if (spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dataDir], { uid, gid, cwd: '/', stdio: 'ignore' }).status !== 0) {
    throw new Error(
      `The user ${uid} cannot reach ${dataDir}, and PostgreSQL does not run as root. Set DATA_DIR to a folder that every user can reach, for example /var/lib/provider-trust-platform.`,
    );
  }
  return { uid, gid };
}

function numericId(which: '-u' | '-g'): number | undefined {
  const result = spawnSync('id', [which, 'postgres'], { encoding: 'utf8' });
  return result.status === 0 ? Number(result.stdout) : undefined;
}
