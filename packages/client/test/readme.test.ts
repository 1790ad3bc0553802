import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test('the README shows the examples that the type check reads', () => {
  const blocks = [...read('README.md').matchAll(/^```ts (examples\/\S+)\n([\s\S]*?)^```$/gm)];
  expect(blocks.map(([, name]) => name)).toEqual([
    'examples/node.ts',
    'examples/file-storage.ts',
    'examples/browser.ts',
    'examples/react-native.ts',
  ]);
  for (const [, name = '', code] of blocks) expect(code).toBe(read(name));
});
