import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { patterns, sourceFiles } from './regular-expressions.ts';

test('I4 no regular expression takes more than linear time', () => {
  expect(patterns.length).toBeGreaterThan(20);
  const reportTypes = { Move: true, Self: true, Trade: true };
  const slow = patterns.filter(
    ([, { source, flags }]) => analyse({ source, flags }, { reportTypes }).reports.length > 0,
  );
  expect(slow.map(([name, { where }]) => `${where}: ${name}`)).toEqual([]);
});

test('I4 no regular expression is built from input', () => {
  // It builds patterns of the contract, which the test above analyses.
  const building = sourceFiles.filter((path) => /\bRegExp\(/.test(readFileSync(join(repositoryRoot, path), 'utf8')));
  expect(building).toEqual([]);
});
