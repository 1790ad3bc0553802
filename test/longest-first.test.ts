import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { isTest, longest } from './longest-first.ts';
import { suites } from './suites.ts';

test('every name of the longest files is that of one test', () => {
  const { include, exclude } = suites.default;
  const paths = globSync(include, { cwd: repositoryRoot, exclude });
  expect(longest.filter((name) => paths.filter((path) => isTest(`/${path}`, name)).length !== 1)).toEqual([]);
});
