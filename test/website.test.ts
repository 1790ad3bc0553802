import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { changeOf } from '../deploy/local/supervisor/watch-sources.ts';
import { isPageAddress } from '../services/gateway/src/website/page-addresses.ts';

/** Pages and the edge are deployed apart (ADR 0105). */

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const importsIn = (text: string) =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);

/** Every file that a program loads, and the names of the packages of others. */
function loadedFrom(entry: string): { files: string[]; packages: string[] } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string) => {
    if (files.has(path)) return;
    files.add(path);
    if (!path.endsWith('.ts')) return;
    for (const name of importsIn(read(path))) {
      if (name.startsWith('.')) visit(relative(repositoryRoot, resolve(repositoryRoot, path, '..', name)));
      else if (/^@trust\/.*\.json$/.test(name)) visit(name.replace(/^@trust\/([^/]+)\//, 'packages/$1/'));
      else if (name.startsWith('@trust/')) visit(`${name.replace(/^@trust\/([^/]+)\//, 'packages/$1/src/')}.ts`);
      else packages.add(name);
    }
  };
  visit(entry);
  return { files: [...files], packages: [...packages] };
}

const edge = loadedFrom('services/gateway/src/main.ts');
const website = loadedFrom('services/website/src/main.ts');
const serviceFiles = (service: string) =>
  globSync(`services/${service}/**/*`, { cwd: repositoryRoot, exclude: (name) => name === 'node_modules' });

test('the edge loads no file of the website, nor what only pages need', () => {
  expect(edge.files).toContain('services/gateway/src/app.ts');
  expect(edge.files).toContain('packages/html/src/html.ts');
  expect(edge.files.filter((file) => /^services\/(?!gateway\/)/.test(file))).toEqual([]);
  expect(edge.packages.filter((name) => /marked|@scalar/.test(name))).toEqual([]);
  const { dependencies } = JSON.parse(read('services/gateway/package.json'));
  expect(Object.keys(dependencies).filter((name) => /website|marked|@scalar/.test(name))).toEqual([]);
});

test('the image of the edge holds no file of the website', () => {
  const [, stage = ''] = /^FROM \S+ AS service-files$([\s\S]*?)^FROM/m.exec(read('deploy/Dockerfile')) ?? [];
  const copied = [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
  const ofEdge = copied.map((path) => path.replace(/\$\{SERVICE\}/g, 'gateway'));
  expect(ofEdge).toContain('services/gateway');
  expect(ofEdge.filter((path) => 'services/website/src/page/style.css'.startsWith(path))).toEqual([]);
});

test('a change of a file of the website restarts the website only', () => {
  const changes = serviceFiles('website').flatMap((file) => changeOf(file) ?? []);
  expect(changes.length).toBeGreaterThan(40);
  for (const change of changes) expect(change).toEqual({ kind: 'services', services: ['website'] });
});

test('the rule of the edge covers every page, and the edge names none', () => {
  const routes = website.files
    .filter((file) => file.startsWith('services/website/'))
    .flatMap((file) => [...read(file).matchAll(/router\.(?:get|post)\('([^']+)'/g)].map(([, path = '']) => path));
  expect(routes).toEqual(expect.arrayContaining(['/', '/search', '/p/:publicProviderId', '/verify', '/docs']));
  expect(routes.filter((path) => !isPageAddress(path))).toEqual([]);
  const source = edge.files
    .filter((file) => file.startsWith('services/gateway/'))
    .map(read)
    .join('\n');
  const named = routes.filter((path) => path !== '/' && source.includes(`'${path.split('/:')[0]}`));
  expect(named).toEqual([]);
});

test('A7 the website uses neither a database nor the bus, and no other service', () => {
  const ofServices = website.files.filter((file) => file.startsWith('services/'));
  expect(ofServices.filter((file) => !file.startsWith('services/website/'))).toEqual([]);
  const forbidden =
    /^(pg|kysely|@nats-io\/.*|@trust\/service-kit\/(bus|database|inbox|outbox|audit|serve|run-service).*)$/;
  const used = ofServices.filter((file) => file.endsWith('.ts')).flatMap((file) => importsIn(read(file)));
  expect(used.filter((name) => forbidden.test(name))).toEqual([]);
  expect(website.packages.filter((name) => name.startsWith('@nats-io/'))).toEqual([]);
});
