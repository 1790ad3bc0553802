import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';

export type LockedPackage = {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  os?: string[];
  libc?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
/** Keys are paths, such as `node_modules/pg`. */
export type LockFile = { packages: Record<string, LockedPackage> };

export function readLockFile(): LockFile {
  return JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as LockFile;
}

/** The packages of a registry; workspaces and links to them are left out. */
export function registryPackages(lock: LockFile): [path: string, one: LockedPackage][] {
  return Object.entries(lock.packages).filter(([path, one]) => path.includes('node_modules/') && !one.link);
}

/** An alias or a workspace has a name that differs from its folder. */
export function packageName(path: string, { name }: LockedPackage): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** One line per breach of SC1: the install runs no code of a package and reads only the configured registry. */
export function lockFileFaults(lock: LockFile): string[] {
  return registryPackages(lock).flatMap(([path, { resolved, integrity, hasInstallScript }]) => [
    ...(hasInstallScript ? [`${path} needs an install script. Use another package.`] : []),
    // .npmrc leaves out the addresses of the registry, so any address is a foreign host, a Git repository or a file.
    ...(resolved ? [`${path} is resolved from ${resolved}. Use a version of the registry.`] : []),
    ...(integrity?.startsWith('sha512-') ? [] : [`${path} has no SHA-512 hash. Run \`npm install\`.`]),
  ]);
}

/** Paths of everything that a workspace, such as `services/evidence`, needs at run time on Linux with glibc. */
export function runtimePackages(lock: LockFile, workspace: string): Set<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    const one = lock.packages[path];
    if (!one || found.has(path) || !runsInImage(one)) return;
    found.add(path);
    if (one.link && one.resolved) visit(one.resolved);
    for (const name of Object.keys({ ...one.dependencies, ...one.optionalDependencies, ...one.peerDependencies })) {
      const target = resolve(lock, path, name);
      if (target) visit(target);
    }
  };
  visit(workspace);
  return found;
}

function runsInImage({ os = ['linux'], libc = ['glibc'] }: LockedPackage): boolean {
  return os.includes('linux') && libc.includes('glibc');
}

/** Node's search: the nearest `node_modules` upwards. */
function resolve(lock: LockFile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder}${folder ? '/' : ''}node_modules/${name}`;
    if (lock.packages[path]) return path;
    if (folder === '') return undefined;
  }
}
