import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { argued } from './chosen/argued.ts';
import { candidates } from './chosen/candidates.ts';
import { choose, isSame } from './chosen/choose.ts';
import { sqlChanges } from './chosen/sql-changes.ts';
import { typescriptChanges } from './chosen/typescript-changes.ts';
import { mutated } from './mutated.ts';
import { readMutants } from './read-mutants.ts';
import { replacementOf } from './replaced-functions.ts';

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

test('at least 100 more are chosen from all conditions and dates of the areas, and at most five are argued', () => {
  const { chosen } = choose({ seed: '1', every: 8 });
  for (const mutant of chosen)
    expect(() => mutated(readFileSync(join(repositoryRoot, mutant.file), 'utf8'), mutant)).not.toThrow();
  expect(chosen.length).toBeGreaterThanOrEqual(100);
  expect(chosen.filter(({ tests, otherTests }) => tests.length + otherTests.length === 0)).toEqual([]);
  expect(argued.length).toBeLessThanOrEqual(5);
  const all = candidates();
  expect(argued.filter((one) => !all.some((other) => isSame(one, other)))).toEqual([]);
});

function applied(text: string, changes: { start: number; end: number; replace: string }[]): string[] {
  return changes.map(({ start, end, replace }) => text.slice(0, start) + replace + text.slice(end));
}

test('changes conditions of SQL: none, moved by one, and without each of their parts', () => {
  const text = "select from a where b < $1 and (d is null or e = 'x and y') order by f";
  expect(applied(text, sqlChanges(text))).toEqual([
    "select from a where true and (d is null or e = 'x and y') order by f",
    'select from a where b < $1  order by f',
    'select from a where b < $1 and (d is null ) order by f',
    "select from a where b <= $1 and (d is null or e = 'x and y') order by f",
    "select from a where b < $1 and (d is not null or e = 'x and y') order by f",
  ]);
});

test('changes conditions, comparisons, dates and durations of TypeScript', () => {
  const text = 'const keepDays: number = 30 * 2; if (a && b >= 1) c(new Date(d.getTime() - 5), q.where(e));';
  expect(applied(text, typescriptChanges(text))).toEqual([
    text.replace('30', '31'),
    text.replace('a && b >= 1', 'true'),
    text.replace('a && b >= 1', 'false'),
    text.replace(' && b >= 1', ''),
    text.replace('a && ', ''),
    text.replace('>=', '>'),
    text.replace('() - 5', '() + 5'),
    text.replace('.where(e)', ''),
  ]);
});
