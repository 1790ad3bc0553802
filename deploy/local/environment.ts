import { join, resolve } from 'node:path';

export const repositoryRoot = resolve(import.meta.dirname, '../..');

/** With the stripped sources kept, a start need not load the stripper, which takes 25 MiB of every process. */
export const compileCache = join(repositoryRoot, 'node_modules/.cache/node');

/** What every process of ours gets of the surroundings; everything else is a setting. */
export function baseEnvironment(): Record<string, string> {
  const wanted = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS'];
  const given = wanted.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(given), NODE_COMPILE_CACHE: compileCache };
}
