import { test } from 'vitest';
import { openRecipes } from './recipes.ts';

test('the recipes of docs/contributing pass all checks and the tests that they touch', { timeout: 1_800_000 }, () => {
  using recipes = openRecipes();
  const { run } = recipes;
  run('npm', 'run', '--silent', 'db:types');
  run('npm', 'run', '--silent', 'matrix');
  run('npm', 'run', '--silent', 'matrix', '--', '--confirm', 'listAvailability', '--allowed', '200');
  run('tsc', '--noEmit');
  run('biome', 'check', '.');
  run(
    'npm',
    'test',
    '--',
    'services/provider/src/registration/availability',
    'services/operations/src/from-other-services',
  );
  run('npm', 'test', '--', 'services/provider/test', 'services/operations/test', 'test/schema', 'test/architecture');
  run('npm', 'test', '--', 'test/disclosure', 'test/snapshots', 'deploy/releases');
  run('npm', 'test', '--', 'test/platform');
});
