import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { baseFiles } from '../kubernetes/manifests.ts';
import { type Manifest, podTemplateOf } from '../kubernetes/pods.ts';
import { repositoryRoot } from '../local/environment.ts';
import { toolboxes } from './commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'trust-toolbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const commands = Object.values(toolboxes).flatMap((toolbox) => toolbox.commands);
const dockerfile = read('deploy/toolbox/Dockerfile');
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));

/** Of the machine of a developer or of the repository, or before a cluster has anything. */
const elsewhere = ['start', 'demo', 'drill', 'trace', 'tail', 'logs', 'compose:check', 'compose:secrets'];

function commandsNamedIn(text: string): string[] {
  return [...new Set([...text.matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name))];
}

const section = (title: string) => read('docs/commands.md').split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

test('the toolbox has every command that docs/commands.md lists for operators, and no other', () => {
  expect(commandsNamedIn(section('Operate')).sort()).toEqual([...commands].sort());
});

test('a runbook names commands of the toolbox, of the own machine, or of the repository', () => {
  const others = [...elsewhere, ...commandsNamedIn(section('Develop'))];
  const runbooks = readdirSync(join(repositoryRoot, 'docs/runbooks')).map((name) => read(`docs/runbooks/${name}`));
  const named = commandsNamedIn(runbooks.join('\n'));
  expect(named).toContain('events');
  expect(named.filter((name) => ![...commands, ...others].includes(name))).toEqual([]);
});

test('the image holds every file and package that its commands load', () => {
  const entries = commands.flatMap((name) => scripts[name]?.match(/\S+\.(?:ts|cjs)/g) ?? []);
  expect(entries.length).toBeGreaterThan(2 * commands.length - 1);
  const files = new Set<string>();
  const packages = new Set<string>();
  for (const entry of [...entries, 'deploy/toolbox/toolbox.ts']) visit(entry.replace(/^\.\//, ''));
  const isCopied = (path: string) => copied.some((one) => path === one || path.startsWith(`${one}/`));
  expect([...files].filter((path) => !isCopied(path))).toEqual([]);
  const manifests = ['packages', 'services'].flatMap((place) =>
    readdirSync(join(repositoryRoot, place)).map((name) => JSON.parse(read(`${place}/${name}/package.json`))),
  );
  const installed = manifests.flatMap(({ name, dependencies = {} }) => [name, ...Object.keys(dependencies)]);
  expect([...packages].filter((name) => !installed.includes(name))).toEqual([]);

  function visit(path: string): void {
    if (files.has(path)) return;
    files.add(path);
    for (const [, name = ''] of read(path).matchAll(/(?:from|require\(|import\()\s*'([^'\n]+)'/g)) {
      if (name.startsWith('.')) visit(relative(repositoryRoot, join(repositoryRoot, dirname(path), name)));
      else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '');
    }
  }
});

test('the build context holds what the image copies, and both Dockerfiles have the same Node', () => {
  const included = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
  expect(copied).toContain('deploy/toolbox');
  const isIncluded = (path: string) => included.some((one) => path === one || path.startsWith(`${one}/`));
  expect(copied.filter((path) => !isIncluded(path))).toEqual([]);
  const node = (text: string) => /^ARG NODE_IMAGE=(.+)$/m.exec(text)?.[1];
  expect(node(dockerfile)).toBe(node(read('deploy/Dockerfile')));
});

test('SC4 a toolbox mounts the Secrets of its commands only, starts by hand and ends by itself', () => {
  const templates = parseAllDocuments(baseFiles().get('toolbox.yaml') ?? '').map((one) => one.toJS() as Manifest);
  const mounted = templates.map((one) => [
    one.metadata.name.replace('toolbox-', ''),
    podTemplateOf(one)?.spec.volumes?.flatMap(({ secret }) => secret?.secretName ?? []),
  ]);
  expect(Object.fromEntries(mounted)).toEqual(
    Object.fromEntries(Object.entries(toolboxes).map(([name, { secrets }]) => [name, secrets])),
  );
  for (const { kind, spec } of templates)
    expect({ kind, spec }).toMatchObject({
      kind: 'CronJob',
      spec: { suspend: true, jobTemplate: { spec: { activeDeadlineSeconds: expect.any(Number) } } },
    });
});

function runToolbox(args: string[]) {
  const env = { PATH: process.env.PATH, SECRETS_DIR: folder };
  const script = join(repositoryRoot, 'deploy/toolbox/toolbox.ts');
  return spawnSync(process.execPath, [script, ...args], { cwd: repositoryRoot, env, encoding: 'utf8' });
}

test('a command runs with the settings of its Secret, and says which toolbox has it', () => {
  const missing = runToolbox(['operators', 'list']);
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('Start the toolbox identity')]);
  const file = join(folder, 'identity/settings');
  mkdirSync(dirname(file));
  writeFileSync(file, "DATABASE_URL='postgres://identity_app@127.0.0.1:1/identity'\n");
  expect(runToolbox(['operators', 'list']).stderr).toContain('SUBJECT_KEY_SECRET');
});

test('the toolbox lists its commands, and refuses others', () => {
  expect(runToolbox(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('operators') });
  expect(runToolbox(['bench']).status).toBe(2);
  expect(runToolbox(['backfills', 'run']).stderr).toContain('--service');
});
