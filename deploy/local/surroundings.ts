import { resolve } from 'node:path';

export const repositoryRoot = resolve(import.meta.dirname, '../..');

/** What every process of ours gets of the surroundings; everything else is a setting. */
export function baseEnvironment(): Record<string, string> {
  const wanted = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS'];
  return Object.fromEntries(wanted.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
