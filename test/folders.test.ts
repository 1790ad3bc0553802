import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { folderCircles, upwardImports } from './folders.ts';
import { isTest, readSources, repositoryFiles, sourceOf } from './sources.ts';

/** Folders have one direction, and the areas of a service the one that its README states (ADR 0104). */

const modules = readSources(repositoryFiles()).filter((source) => !isTest(source));
const below = (src: string) => modules.filter(({ path }) => path.startsWith(`${src}/`));
const roots = globSync('{packages,services}/*/src', { cwd: repositoryRoot }).sort();
const services = roots.filter((src) => src.startsWith('services/'));

const maxAreas = 8;

test.each(roots)('folders below %s have no circle', (src) => {
  expect(folderCircles(src, below(src))).toEqual([]);
});

describe.each(services)('the areas of %s', (src) => {
  const areas = areasStatedIn(join(repositoryRoot, src, '../README.md'));

  test('are those of its README', () => {
    const folders = new Set(below(src).flatMap(({ path }) => /^[^/]+\/[^/]+\/src\/([^/]+)\//.exec(path)?.[1] ?? []));
    folders.delete('db');
    expect([...areas].sort()).toEqual([...folders].sort());
    expect(areas.length).toBeLessThanOrEqual(maxAreas);
  });

  test('import downward only', () => {
    expect(upwardImports(src, areas, below(src))).toEqual([]);
  });
});

describe('the check of folders', () => {
  const sample = (files: Record<string, string>) =>
    Object.entries(files).map(([path, text]) => sourceOf(`services/x/src/${path}`, text));
  const circles = (files: Record<string, string>) => folderCircles('services/x/src', sample(files));

  test.each([
    ['an import of a type', "import type { A } from '../a/a.ts';"],
    ['a re-export', "export { a } from '../a/a.ts';"],
    ['a dynamic import', "const a = await import('../a/a.ts');"],
  ])('finds a circle through %s', (_what, text) => {
    const files = { 'a/a.ts': "import { b } from '../b/b.ts';", 'b/b.ts': text };
    expect(circles(files)).toEqual([expect.stringContaining('services/x/src/b/b.ts imports services/x/src/a/a.ts')]);
  });

  test('finds a circle through a module directly in src', () => {
    const files = { 'app.ts': "import './a/store.ts';", 'a/b/route.ts': "import '../../app.ts';" };
    expect(circles({ ...files, 'a/store.ts': "import './b/route.ts';" })).not.toEqual([]);
    expect(circles({ ...files, 'a/store.ts': '' })).toEqual([
      expect.stringContaining('services/x/src/a, services/x/src/app.ts'),
    ]);
  });

  test('finds a circle between folders inside an area', () => {
    const files = { 'area/a/a.ts': "import '../b/b.ts';", 'area/b/c/b.ts': "import '../../a/other.ts';" };
    expect(circles({ ...files, 'area/b/b.ts': '' })).toEqual([
      expect.stringContaining('services/x/src/area/a, services/x/src/area/b'),
    ]);
  });

  test('accepts folders with one direction, and finds an import upward', () => {
    const files = { 'a/a.ts': "import '../b/b.ts';", 'b/b.ts': "import '../app.ts';", 'app.ts': '' };
    expect(circles(files)).toEqual([]);
    expect(upwardImports('services/x/src', ['a', 'b'], sample(files))).toEqual([]);
    expect(upwardImports('services/x/src', ['b', 'a'], sample(files))).toEqual([
      'services/x/src/a/a.ts imports services/x/src/b/b.ts',
    ]);
  });
});

/** Rows such as "| `registration/` | What it holds. |", from the top area to the lowest. */
function areasStatedIn(file: string): string[] {
  const readme = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return [...readme.matchAll(/^\| `([\w-]+)\/` \| \S.*\|$/gm)].map(([, area = '']) => area);
}
