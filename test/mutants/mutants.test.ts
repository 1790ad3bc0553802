import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../deploy/local/environment.ts';
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
