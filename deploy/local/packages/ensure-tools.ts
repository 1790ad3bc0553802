import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt } from './apt.ts';

export type Tool = {
  apt: string;
  unit?: string;
};

const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin'];

/** Root installs missing programs with apt; otherwise rejects with the one command to run. */
export async function ensureTools<Name extends string>(
  tools: Record<Name, Tool>,
  progress: (line: string) => void,
): Promise<Record<Name, string>> {
  const entries = Object.entries(tools) as [Name, Tool][];
  const missing = entries.filter(([name]) => !find(name));
  if (missing.length > 0) {
    const names = [...new Set(missing.map(([, tool]) => tool.apt))];
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
      throw new Error(
        `Not found: ${missing.map(([name]) => name).join(', ')}. On Debian: sudo apt-get install -y --no-install-recommends ${names.join(' ')}`,
      );
    }
    progress(`missing: ${names.join(', ')}`);
    const units = missing.flatMap(([, { unit }]) => unit ?? []);
    await installWithApt(names, units, progress);
  }
  return Object.fromEntries(entries.map(([name]) => [name, find(name) ?? name])) as Record<Name, string>;
}

function find(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find(existsSync);
}
