import { join, resolve } from 'node:path';

export const repositoryRoot = resolve(import.meta.dirname, '../..');

/** Cached sources without types: loading the type stripper takes 25 MiB of every process. */
export const compileCache = join(repositoryRoot, 'node_modules/.cache/node');

export function baseEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS'];
  const inherited = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(inherited), NODE_COMPILE_CACHE: compileCache };
}
