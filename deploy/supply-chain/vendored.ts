import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';

/** `vendor.json`: one built file of another maker that the repository holds, beside its LICENSE. */
export type Vendored = {
  name: string;
  version: string;
  licence: string;
  file: string;
  /** Where the package has it. */
  packaged: string;
  sha256: string;
};

/** Paths of `vendor.json` from the root of the repository. */
export function vendoredFiles(): { path: string; vendored: Vendored }[] {
  return globSync('services/*/vendor/*/vendor.json', { cwd: repositoryRoot })
    .sort()
    .map((path) => ({ path, vendored: JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8')) as Vendored }));
}

export function vendoredBytes(path: string, { file }: Vendored): Buffer {
  return readFileSync(join(repositoryRoot, dirname(path), file));
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
