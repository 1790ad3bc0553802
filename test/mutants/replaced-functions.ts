import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import type { Mutant } from './mutant.ts';

const definition = /create (?:or replace )?function (\w+)/;

/** The later migration that replaces the function which the mutant changes. */
export function replacementOf({ file, find }: Pick<Mutant, 'file' | 'find'>): string | undefined {
  const folder = join(repositoryRoot, dirname(file));
  const [before = ''] = readFileSync(join(folder, basename(file)), 'utf8').split(find);
  const statement = before.slice(before.lastIndexOf('create '));
  const [, name] = definition.exec(statement) ?? [];
  // One `$$` begins the body, the next one ends it.
  if (!file.endsWith('.sql') || !name || statement.split('$$').length !== 2) return;
  return globSync('*.sql', { cwd: folder })
    .sort()
    .filter((other) => other > basename(file))
    .findLast((other) => readFileSync(join(folder, other), 'utf8').includes(`create or replace function ${name}(`));
}
