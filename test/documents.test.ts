import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { operatorPermissions, operatorRoles, permissions, stepUpPermissions } from '@trust/contracts/permissions';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { trackedFiles } from '../deploy/supply-chain/secrets.ts';

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const documents = trackedFiles().filter((path) => path.endsWith('.md') && existsSync(join(repositoryRoot, path)));
const pages = documents.filter((path) => /^((docs|bench|test)\/.*|README|CONTRIBUTING|STYLE)\.md$/.test(path));

test('every relative link of the documentation leads to a file', () => {
  const broken = documents.flatMap((page) =>
    [
      ...read(page)
        .replaceAll(/`[^`]*`/g, '')
        .matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g),
    ].flatMap(([, link = '']) => (existsSync(join(repositoryRoot, dirname(page), link)) ? [] : [`${page}: ${link}`])),
  );
  expect(broken).toEqual([]);
});

test('docs/README.md leads to every page of docs/', () => {
  const index = read('docs/README.md');
  const topics = pages.filter((path) => /^docs\/[\w-]+\.md$/.test(path) && path !== 'docs/README.md');
  expect(topics.filter((path) => !index.includes(`(${path.replace('docs/', '')})`))).toEqual([]);
});

test('every npm script that the documentation names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = pages.flatMap((page) => [...read(page).matchAll(/npm run ([\w:-]*\w)/g)].map(([, name = '']) => name));
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});

test('every promise that docs/security.md names is listed', () => {
  const listed = new Set(
    [...read('docs/promises.md').matchAll(/^\| \*{0,2}([A-Z]{1,2}\d)\*{0,2} \|/gm)].map(([, id]) => id),
  );
  const named = [...read('docs/security.md').matchAll(/\b([A-Z]{1,2}\d)\b(?=[,)| ])/g)].map(([, id = '']) => id);
  expect(named.length).toBeGreaterThan(40);
  expect([...new Set(named)].filter((id) => !listed.has(id) && id !== 'S3')).toEqual([]);
});

test('every threat of docs/security.md names tests of its promises, or says that nothing is built yet', () => {
  const rows = read('docs/security.md')
    .split('\n## ')
    .find((section) => section.startsWith('Threats'))
    ?.split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Threat ') && !line.startsWith('| **'))
    .map((line) => line.split(' | '));
  expect(rows?.length).toBeGreaterThan(25);
  const unproven = (rows ?? []).filter(([, , promises = '', tests = '']) => {
    const files = [...tests.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => read(file));
    if (files.length === 0) return !tests.startsWith('not built yet');
    return !files.every((text) => promises.split(', ').some((id) => new RegExp(`\\b${id}\\b`).test(text)));
  });
  expect(unproven).toEqual([]);
});

type Operation = { description?: string };
const { paths } = JSON.parse(read('packages/contracts/openapi.json')) as {
  paths: Record<string, Record<string, Operation>>;
};
const relative = (path: string) => path.replace('/api/v1/', '/');
const routes = Object.entries(paths).map(([path, item]) => ({ segments: relative(path).split('/').slice(1), item }));
const firstSegments = new Set(routes.map(({ segments: [first] }) => first));

/** A parameter of a route matches any segment; `…/x` is the end of a path. */
function isRoute(method: string | undefined, text: string): boolean {
  const [start = '', ...named] = relative(text).split('/');
  return routes.some(({ segments, item }) => {
    const part = start === '…' ? segments.slice(-named.length) : segments;
    const isPath =
      part.length === named.length && part.every((one, index) => one.startsWith('{') || one === named[index]);
    return isPath && (method === undefined || method.toLowerCase() in item);
  });
}

function unknownPaths(text: string): string[] {
  const named = [...text.matchAll(/`(?:(GET|POST|PUT|PATCH|DELETE) )?(…?\/[^\s`?#]*)[^`]*`/g)];
  return named.flatMap(([all, method, path = '']) => {
    const isOfTheContract = method || path.startsWith('…') || firstSegments.has(relative(path).split('/')[1] ?? '');
    return isOfTheContract && !isRoute(method, path) ? [all] : [];
  });
}

test('every path that a page of docs/ or the description of a route names is in the contract', () => {
  expect(unknownPaths('`POST /providers/{providerId}/suspend` and `/operations/audit`, `…/notes`')).toEqual([
    '`POST /providers/{providerId}/suspend`',
  ]);
  const topics = pages.filter((path) => /^(docs\/[\w-]+|README)\.md$/.test(path));
  const inPages = topics.flatMap((page) => unknownPaths(read(page)).map((path) => `${page}: ${path}`));
  const described = Object.values(paths).flatMap((item) => Object.values(item));
  const inRoutes = described.flatMap(({ description = '' }) => unknownPaths(description));
  expect([...inPages, ...inRoutes]).toEqual([]);
});

test('docs/domain/roles-and-step-up.md lists permissions of operators, their roles and which need step-up', () => {
  const rows = [
    ...read('docs/domain/roles-and-step-up.md').matchAll(/^\| (`[\w.`, -]+`)( \(step-up\))? \| (.+) \|$/gm),
  ];
  const written = rows.flatMap(([, names = '', stepUp, roles]) =>
    names.split(', ').map((name) => `${name.replaceAll('`', '')}: ${roles}${stepUp ?? ''}`),
  );
  const granted = permissions.flatMap((name) => {
    const roles = operatorRoles.filter((role) => operatorPermissions[role].includes(name));
    return roles.length > 0 ? `${name}: ${roles.join(', ')}${stepUpPermissions.has(name) ? ' (step-up)' : ''}` : [];
  });
  expect(written.sort()).toEqual(granted.sort());
});
