import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import type { Mutant } from './mutant.ts';
import { mutated } from './mutated.ts';
import { readMutants } from './read-mutants.ts';

test('every mutant still applies, and there are at least 100', async () => {
  const mutants = await readMutants();
  for (const mutant of mutants) {
    const text = readFileSync(join(repositoryRoot, mutant.file), 'utf8');
    expect(mutated(text, mutant)).not.toBe(text);
  }
  expect(mutants.length).toBeGreaterThanOrEqual(100);
});

test('no mutant changes a database function that a later migration replaces', async () => {
  const replaced = (await readMutants()).flatMap((mutant) => {
    const later = replacementOf(mutant);
    return later ? [`${mutant.file}: ${mutant.find} (replaced in ${later})`] : [];
  });
  expect(replaced).toEqual([]);
});

const definition = /create (?:or replace )?function (\w+)/;

function replacementOf({ file, find }: Mutant): string | undefined {
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
