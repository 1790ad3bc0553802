import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { circlesIn, isTest, modulePath, readSources, repositoryFiles, type Source, target } from './sources.ts';

/** The checkable rules of STYLE.md. Each test lists the files that break its rule. */

const fileBudget = 250;
const testBudget = 300;
// A table belongs together with its guards, and four files hold a service (ADR 0107).
const migrationBudget = 450;
const forbiddenNames = /(^|\/)(utils?|helpers?|common|misc|shared|lib)(\/|\.ts$)|(^|\/)(types|index)\.ts$/;

const folderBudget = 16;
const titleBudget = 100;
const files = repositoryFiles();
const sources = readSources(files);

const isSlice = ({ path }: Source) => /^services\/(?!(gateway|website)\/)[^/]+\/src\/(?!db\/)[^/]+\//.test(path);
const serviceOf = (path: string) => /^services\/([^/]+)\//.exec(path)?.[1];
const breaking = (rule: (source: Source) => boolean | undefined) => sources.filter(rule).map(({ path }) => path);

describe('services communicate by events and HTTP only', () => {
  const services = new Set(sources.map(({ path }) => serviceOf(path)).filter((name) => name !== undefined));

  test('no service imports another service', () => {
    const isForeign = (source: Source, name: string) => {
      const to = target(source, name);
      const other = serviceOf(to) ?? /^@trust\/([^/]+)/.exec(to)?.[1];
      return other !== undefined && services.has(other) && other !== serviceOf(source.path);
    };
    const foreignImports = sources
      .filter(({ path }) => /^(services|packages\/[^/]+\/src)\//.test(path))
      .flatMap((source) =>
        source.imports.filter((name) => isForeign(source, name)).map((name) => `${source.path} imports ${name}`),
      );
    expect(foreignImports, 'Use an event, or put what is shared into packages/contracts.').toEqual([]);
  });

  test('contracts import nothing but zod', () => {
    const contracts = sources.filter(
      (source) => source.path.startsWith('packages/contracts/') && !source.path.endsWith('.test.ts'),
    );
    expect(contracts.filter(({ imports }) => imports.some((name) => name !== 'zod' && !name.startsWith('.')))).toEqual(
      [],
    );
  });

  test('a slice uses neither the bus nor the database driver', () => {
    const isCommand = ({ path }: Source) => path.endsWith('-command.ts');
    const driver = /^(pg|@trust\/service-kit\/(bus\/.*|outbox\/relay)|@nats-io\/.*)$/;
    expect(
      breaking(
        (source) =>
          isSlice(source) && !isTest(source) && !isCommand(source) && source.imports.some((name) => driver.test(name)),
      ),
    ).toEqual([]);
  });

  test('text that people type is a `singleLine` or `multiLine` of packages/contracts/src/values/free-text.ts', () => {
    expect(
      breaking((source) => isSlice(source) && !isTest(source) && /z\s*\.string\(\)\s*\.trim\(\)/.test(source.text)),
    ).toEqual([]);
  });

  test('no two lists have the same values', () => {
    const lists = Map.groupBy(sources.flatMap(listsOf), ({ values }) => values);
    const twice = [...lists].filter(([, found]) => found.length > 1);
    expect(
      twice.map(([values, found]) => [values, ...found.map(({ path }) => path)]),
      'Declare what two services use in packages/contracts.',
    ).toEqual([]);
    expect(lists.size).toBeGreaterThan(100);
  });

  test('only `db.transact` opens a transaction', () => {
    expect(
      breaking(
        ({ path, text }) =>
          path !== 'packages/service-kit/src/database/db.ts' && /\.(transaction|startTransaction)\(\)/.test(text),
      ),
    ).toEqual([]);
  });
});

describe('files and folders', () => {
  test('no file or folder has a generic technical name', () => {
    expect(files.filter((path) => forbiddenNames.test(path))).toEqual([]);
  });

  test('a route is in the file of its name and in routes.ts', () => {
    const misplaced = sources.flatMap(({ path, text }) => {
      const [, service, slice] = /^services\/([^/]+)\/src\/(.+)$/.exec(path) ?? [];
      return [...text.matchAll(/^export const (\w+) = (?:route|command)\(/gm)].flatMap(([, operation = '']) => {
        const registered = sources
          .find((other) => other.path === `services/${service}/src/routes.ts`)
          ?.imports.includes(`./${slice}`);
        return registered && basename(path, '.ts') === kebab(operation) ? [] : [`${path}: ${operation}`];
      });
    });
    expect(misplaced).toEqual([]);
  });

  test(`files have at most ${fileBudget} lines, tests ${testBudget}`, () => {
    const budget = (source: Source) => (isTest(source) ? testBudget : fileBudget);
    expect(breaking((source) => source.text.split('\n').length > budget(source) + 1)).toEqual([]);
  });

  test(`migrations have at most ${migrationBudget} lines`, () => {
    const migrations = files.filter((path) => path.endsWith('.sql') && path.includes('/migrations/'));
    expect(migrations.length).toBeGreaterThan(0);
    const lines = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8').split('\n').length;
    expect(migrations.filter((path) => lines(path) > migrationBudget + 1)).toEqual([]);
  });

  test(`no folder of a service or package has more than ${folderBudget} modules`, () => {
    const modules = sources.filter(
      (source) => /^(packages|services)\/[^/]+\/src\//.test(source.path) && !isTest(source),
    );
    const folders = Map.groupBy(modules, ({ path }) => dirname(path));
    const crowded = [...folders].filter(([, members]) => members.length > folderBudget).map(([folder]) => folder);
    expect(crowded).toEqual([]);
  });

  test('docs/adr/README.md lists every decision', () => {
    const index = readFileSync(join(repositoryRoot, 'docs/adr/README.md'), 'utf8');
    const decisions = files.filter((path) => /^docs\/adr\/\d/.test(path)).map((path) => basename(path));
    const listed = [...index.matchAll(/\((\d{4}-[^)]+)\)/g)].map(([, name]) => name);
    expect(listed).toEqual(decisions.sort());
  });

  test('no modules have circular imports', () => {
    const imported = sources.map(
      (source) => [source.path, source.imports.map((name) => modulePath(target(source, name)))] as const,
    );
    expect(circlesIn(new Map(imported))).toEqual([]);
  });
});

describe('tests and paths', () => {
  test('no test is skipped, exclusive or a placeholder', () => {
    expect(
      breaking(
        ({ path, text }) =>
          path.endsWith('.test.ts') && /\b(test|it|describe)\.(skip|only|todo|skipIf|runIf|fails)\b/.test(text),
      ),
    ).toEqual([]);
  });

  test(`no title of a test has more than ${titleBudget} characters`, () => {
    const title = /(?:\b(?:test|it|describe)(?:\.\w+)*|[\])`])\(\s*(['`])((?:\\.|(?!\1).)+)\1,\s*(?:async|\(|\{)/gs;
    const titlesOf = ({ text }: Source) => [...text.matchAll(title)].map(([, , words = '']) => words);
    const titles = sources.filter((source) => isTest(source) || source.path.startsWith('test/')).flatMap(titlesOf);
    expect(titles.filter((words) => words.length > titleBudget)).toEqual([]);
  });

  test('no file contains an absolute path of a machine', () => {
    const machinePath = /(?<![\w.}-])\/(work|home|opt(?!\/homebrew))\/\w/;
    const readable = files.filter((path) => !/\.(png|jpg|pdf|ico|woff2?)$|\/vendor\/|^package-lock\.json$/.test(path));
    expect(readable.filter((path) => machinePath.test(readFileSync(join(repositoryRoot, path), 'utf8')))).toEqual([]);
  });
});

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The keys of each `valueList` of a file, as the formatter lays them out. */
function listsOf({ path, text }: Source): { path: string; values: string }[] {
  return [...text.matchAll(/^( *)(?!.*function).*\bvalueList(?:<\w+>)?\('\w+', \{\n([\s\S]*?)\n\1\}\)/gm)].map(
    ([, indent = '', body = '']) => {
      const keys = body.matchAll(new RegExp(`^${indent}  ('?[\\w/-]+'?|\\.\\.\\.[^,]+)[:,]`, 'gm'));
      return {
        path,
        values: [...keys]
          .map(([, key]) => key)
          .sort()
          .join(),
      };
    },
  );
}
