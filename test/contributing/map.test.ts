import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { trackedFiles } from '../../deploy/supply-chain/secrets.ts';

const text = readFileSync(join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8');
const map = /## Map\n\n```text\n([\s\S]*?)```/.exec(text)?.[1] ?? '';

/** A folder at the start of a line contains those of the indented lines below it. */
function pathsOf(lines: string[]): string[] {
  let folder = '';
  return lines.flatMap((line) => {
    const names = /^(\s*)([\w./-]+(?:, [\w./-]+)*)\s{2,}/.exec(line);
    if (!names) return [`unreadable: ${line}`];
    const [, indent = '', list = ''] = names;
    if (indent === '') folder = list;
    const inside = [...line.matchAll(/\b([a-z]+\/)/g)].map(([, name = '']) => name).filter((name) => name !== folder);
    return indent === ''
      ? [folder, ...inside.map((name) => folder + name)]
      : list.split(', ').map((name) => folder + name);
  });
}

const paths = pathsOf(map.split('\n').filter(Boolean));

test('every path of the map in CONTRIBUTING.md exists', () => {
  expect(paths.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
});

test('the map names every top-level folder, service and package, on one screen', () => {
  const folders = new Set(trackedFiles().flatMap((path) => /^([^./][^/]*\/)/.exec(path)?.[1] ?? []));
  const inside = ['services/', 'packages/'].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder)).map((name) => folder + name),
  );
  expect([...folders, ...inside].filter((path) => !paths.includes(path))).toEqual([]);
  expect(map.split('\n').length).toBeLessThanOrEqual(40);
});

test('every recipe is linked', () => {
  const recipes = readdirSync(join(repositoryRoot, 'docs/contributing'));
  expect(recipes.filter((name) => !text.includes(`(docs/contributing/${name})`))).toEqual([]);
});
