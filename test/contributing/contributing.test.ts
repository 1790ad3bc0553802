import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { apply, recipeBlocks } from './recipe.ts';

// `npm run test:long` applies them to a copy of the repository and runs its checks and tests.
test('the recipes of docs/contributing apply to the current files', () => {
  const changed = new Map<string, string>();
  const files = {
    read: (path: string) => changed.get(path) ?? readFileSync(join(repositoryRoot, path), 'utf8'),
    write: (path: string, text: string) => void changed.set(path, text),
  };
  for (const block of recipeBlocks(files)) apply(files, block);
  expect([...changed.keys()]).toContain('services/provider/src/registration/availability/list-availability.ts');
  expect(changed.get('services/provider/src/routes.ts')).toContain('  listAvailability,');
});
