import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { trackedFiles } from '../deploy/supply-chain/secrets.ts';
import {
  adrsCitedIn,
  promisesCitedIn,
  promisesOfRule,
  promisesOfTitles,
  type Rule,
  rulesCitedIn,
  rulesCitedInPage,
  rulesOf,
} from './citations.ts';

const isFile = (path: string) => existsSync(join(repositoryRoot, path));
const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const tracked = trackedFiles().filter(isFile);
/** Of code and documentation; generated files repeat it, and this one has examples. */
const texts = tracked
  .filter((path) => /\.(ts|sql|md|yaml|yml|css|sh|conf)$/.test(path) && !/\/generated\//.test(path))
  .filter((path) => path !== 'test/citations.test.ts')
  .map((path) => ({ path, text: read(path) }));

const promises = new Set(
  [...read('docs/promises.md').matchAll(/^\| \*{0,2}([A-Z]{1,2}\d+)\*{0,2} \|/gm)].map(([, id = '']) => id),
);
const decisions = new Set(tracked.flatMap((path) => /^docs\/adr\/(\d{4})-/.exec(path)?.[1] ?? []));
const domainPages = tracked.filter((path) => /^docs\/domain\/(?!README)[\w-]+\.md$/.test(path));
const pages = [...domainPages, 'docs/architecture.md'];
const rules = new Map(pages.map((page) => [page, rulesOf(read(page))]));

/** Files whose path ends with the name. A rule adds folders until only one file matches. */
function filesNamed(name: string): string[] {
  return tracked.filter((path) => path.endsWith(`/${name}`));
}

function isRule(cited: string): boolean {
  const [page = '', number] = cited.split(' ');
  return rules.get(page)?.some((rule) => rule.number === Number(number)) ?? false;
}

/** Lists `path: citation` for every citation that leads to nothing. */
function broken(citedIn: (text: string) => string[], exists: (cited: string) => boolean): string[] {
  return texts.flatMap(({ path, text }) =>
    citedIn(text)
      .filter((cited) => !exists(cited))
      .map((cited) => `${path}: ${cited}`),
  );
}

describe('every citation leads to what it names', () => {
  test('rules of docs/domain and docs/architecture.md', () => {
    expect(broken(rulesCitedIn, isRule)).toEqual([]);
    const between = pages.flatMap((page) => rulesCitedInPage(page, read(page)).map((cited) => ({ page, cited })));
    expect(between.filter(({ cited }) => !isRule(cited))).toEqual([]);
  });

  test('decisions', () => {
    expect(broken(adrsCitedIn, (cited) => decisions.has(cited))).toEqual([]);
  });

  test('promises', () => {
    expect(broken(promisesCitedIn, (cited) => promises.has(cited))).toEqual([]);
    expect(broken(promisesOfTitles, (cited) => promises.has(cited))).toEqual([]);
  });

  test('nothing cites a document that is not in the repository', () => {
    const unreadable =
      /\b([Cc]ontract|[Aa]rchitecture|[Ss]pec|reliability\.md|performance\.md)`? §|`(reliability|performance)\.md` rule/g;
    const citedIn = (text: string) => [...text.matchAll(unreadable)].map(([cited]) => cited);
    expect(broken(citedIn, () => false)).toEqual([]);
  });

  test('in each form that people write', () => {
    expect(rulesCitedIn('As docs/domain/case.md 7, 9 and docs/domain/field-work.md 12 say.')).toEqual([
      'docs/domain/case.md 7',
      'docs/domain/case.md 9',
      'docs/domain/field-work.md 12',
    ]);
    expect(rulesCitedIn('[case](../domain/case.md) 1 to 3, [architecture](../architecture.md) 9')).toEqual([
      'docs/domain/case.md 1',
      'docs/domain/case.md 3',
      'docs/architecture.md 9',
    ]);
    expect(rulesCitedInPage('docs/domain/case.md', 'As [audit](audit.md) 3, 4 or\nrules 7 and 9 say.')).toEqual([
      'docs/domain/audit.md 3',
      'docs/domain/audit.md 4',
      'docs/domain/case.md 7',
      'docs/domain/case.md 9',
    ]);
    expect(adrsCitedIn('ADR 0059 and 0061, docs/adr/0035-duties.md, [0081](0081-passkeys.md), in 2026')).toEqual([
      '0059',
      '0061',
      '0035',
      '0081',
    ]);
    expect(promisesCitedIn('(promise M4) Promises Z3 and Z4, promises E2 to E5, E8; UTF8')).toEqual([
      'M4',
      'Z3',
      'Z4',
      'E2',
      'E5',
      'E8',
    ]);
    expect(promisesOfTitles("test('M1 M2 neither …'); test.each([1])('Z3 %s …'); test('returns …')")).toEqual([
      'M1',
      'M2',
      'Z3',
    ]);
  });
});

describe.each(pages)('%s', (page) => {
  const found = rules.get(page) ?? [];

  test('has at most 150 lines', () => {
    expect(read(page).trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  test('numbers its rules without a gap', () => {
    expect(found.map(({ number }) => number)).toEqual(found.map((_rule, index) => index + 1));
    expect(found.length).toBeGreaterThan(0);
  });

  test('states each rule in one bold sentence, with its reason', () => {
    const incomplete = found.filter(({ text }) => !/^\*\*[^*]+[.:]\*\*/.test(text) || !text.includes('Why: '));
    expect(incomplete.map(({ number }) => number)).toEqual([]);
  });

  test('names a file that holds each rule, and tests and promises that exist', () => {
    expect(found.flatMap(faultsOf)).toEqual([]);
  });
});

function faultsOf({ number, text }: Rule): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+\.(?:ts|sql|md|yaml))`/g)].map(([, name = '']) => name);
  const unknown = quoted.filter((name) => !isFile(name) && filesNamed(name).length !== 1);
  const unlisted = promisesOfRule(text).filter((id) => !promises.has(id));
  return [...(quoted.some(isFile) ? [] : ['no file']), ...unknown, ...unlisted].map((fault) => `${number}: ${fault}`);
}

test('docs/domain/README.md lists every page', () => {
  const index = read('docs/domain/README.md');
  const named = domainPages.map((page) => basename(page, '.md'));
  expect(named.filter((name) => !index.includes(`| [${name}](${name}.md) |`))).toEqual([]);
});

test('each decision has a date and a status, and docs/adr/README.md lists it', () => {
  const files = tracked.filter((path) => /^docs\/adr\/\d{4}-/.test(path));
  const index = read('docs/adr/README.md');
  const dated = /^# .+\n\n\d{4}-\d{2}-\d{2}\. (?:Accepted|Superseded by )/;
  expect(files.filter((path) => !dated.test(read(path)))).toEqual([]);
  expect(files.filter((path) => !index.includes(`(${basename(path)})`))).toEqual([]);
});
