import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirementVersionActivated } from '@trust/contracts/events/catalog';
import { person } from '@trust/service-testing/actors';
import { runCommand } from '@trust/service-testing/command';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProviderService, startProvider } from '../../test/service.ts';
import { readCategoryFile } from './category-file.ts';
import { catalogFolder, readCatalog, seedCatalog } from './seed-catalog.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const plumber = readFileSync(join(catalogFolder, 'plumber.yaml'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
const file = join(folder, 'plumber.yaml');

const script = join(import.meta.dirname, 'catalog-command.ts');

function catalog(...args: string[]) {
  return runCommand(script, args, { DATABASE_URL: String(service.db.pool.options.connectionString) });
}

function write(change: (text: string) => string): void {
  writeFileSync(file, change(plumber));
}

const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

test.each([
  ['a validity of two years', 'validityDays: 365', 'validityDays: 730', 'validityDays: 730'],
  ['a field visit that no method allows', 'fieldVisit: false', 'fieldVisit: true', 'fieldVisit'],
  ['a method twice', 'methods: [document_review]', 'methods: [document_review, document_review]', 'methods'],
  ['a field that is unknown', 'fieldVisit: false', 'fieldVisit: false\n    verified: true', 'verified: true'],
  ['a number that is text', 'number: 2', 'number: one', 'number: one'],
  ['a claim with no French', /\n +fr: La personne.*/, '', 'statement:'],
  [
    'a key that is used twice',
    'key: liability-insurance',
    'key: trade-qualification',
    'key: trade-qualification\n    label:\n      en: Liability',
  ],
  ['a claim without limitations', /limitations:\n( +- en: .*\n +fr: .*\n?){2}/, 'limitations: []\n', 'limitations: []'],
  [
    'a limitation with no French',
    /\n +fr: Ne couvre pas les travaux sur les.*/,
    '',
    '- en: Does not cover work on gas',
  ],
  ['a limitation with an empty French', /Ne couvre pas les travaux sur les.*/, '""', 'fr: ""'],
  [
    'a limitation that is something else in French above',
    'Says nothing of the quality of any single job.',
    'Does not cover work on gas installations.',
    'fr: Ne dit rien de la qualité',
  ],
  ['a kind of document that no list names', 'documentKinds: [', 'documentKinds: [guild_letter, ', 'documentKinds: ['],
  ['a claim type that no list names', 'type: trade_qualification', 'type: trade_rumour', 'type: trade_rumour'],
  ['a source that no list names', 'sourceKind: insurer_document', 'sourceKind: hearsay', 'sourceKind: hearsay'],
  ['invalid YAML', 'label:', 'label: {', 'label: {'],
])('reports %s with its line', (_name, part, instead, culprit) => {
  const text = plumber.replace(part, instead);
  const { errors } = readCategoryFile(text, 'plumber.yaml');
  expect(errors?.length).toBeGreaterThan(0);
  expect(Math.abs((errors?.[0]?.line ?? 0) - lineOf(text, culprit))).toBeLessThanOrEqual(culprit.includes('{') ? 3 : 0);
});

test('reports errors in the order of the file', () => {
  const text = plumber.replaceAll('fieldVisit:', 'fieldVisits:').replace('number: 2', 'number: one');
  const lines = readCategoryFile(text, 'plumber.yaml').errors?.map(({ line }) => line) ?? [];
  expect(lines.length).toBeGreaterThan(4);
  expect(lines).toEqual(lines.toSorted((a, b) => a - b));
});

test('`validate` prints file, line and column and needs no database', async () => {
  write((text) => text.replace('fieldVisit: false', 'fieldVisit: maybe'));
  const line = lineOf(plumber, 'fieldVisit');
  expect(await catalog('validate', file)).toEqual({
    status: 2,
    output: expect.stringContaining(`${file}:${line}:5 requirements.0.fieldVisit: `),
  });
  write((text) => text);
  expect(await catalog('validate', file)).toEqual({ status: 0, output: `${file}: version 2 of plumber is valid.\n` });
  const help = spawnSync(process.execPath, [script, '--help'], { encoding: 'utf8' });
  expect(help).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run catalog -- activate') });
  expect(await catalog('validate', join(folder, 'none.yaml'))).toMatchObject({ status: 2 });
  expect(await catalog('publish', file)).toMatchObject({
    status: 2,
    output: expect.stringContaining('Unknown command: publish'),
  });
}, 60_000);

const toFieldVisit = [
  /fieldVisit: false([\s\S]*?)methods: \[document_review\]/,
  'fieldVisit: true$1methods: [document_review, field_visit]',
] as const;

test('`load` stores a draft that is not listed, `activate` activates it permanently', async () => {
  const versions = async () => {
    const { body } = await service.get('/catalog/categories', { actor: person() });
    return body.items.find(({ key }: { key: string }) => key === 'plumber').requirementVersion.number;
  };
  expect((await catalog('activate', file)).output).toBe('Nothing to change: version 2 of plumber is already active.\n');
  write((text) => text.replace(...toFieldVisit));
  expect(await catalog('load', file)).toMatchObject({ status: 2, output: expect.stringContaining('`number` to 3') });

  write((text) => text.replace('number: 2', 'number: 3'));
  expect(await catalog('activate', file)).toMatchObject({ status: 2, output: expect.stringContaining('load` first') });
  expect(await catalog('load', file)).toEqual({ status: 0, output: 'loaded: version 3 of plumber.\n' });
  expect((await catalog('load', file)).output).toMatch(/^Nothing to change/);
  expect(await versions()).toBe(2);
  expect(await seedCatalog(service.app, await readCatalog())).toEqual([]);

  write((text) => text.replace('number: 2', 'number: 3').replace(...toFieldVisit));
  expect(await catalog('load', file)).toMatchObject({ status: 2, output: expect.stringContaining('`number` to 4') });
  write((text) => text.replace('number: 2', 'number: 4').replace(...toFieldVisit));
  expect(await catalog('load', file)).toMatchObject({ status: 0 });
  expect(await catalog('activate', file)).toEqual({ status: 0, output: 'active: version 4 of plumber.\n' });
  expect(await versions()).toBe(4);
  const announced = (await service.emitted(requirementVersionActivated)).filter(
    ({ categoryKey }) => categoryKey === 'plumber',
  );
  expect(announced.map(({ number }) => number)).toEqual([2, 4]);
  expect(announced.at(-1)?.requirements[0]).toMatchObject({ fieldVisit: true });
  const activated = (await service.audited('activateRequirementVersion')).map(({ objectId }) => objectId);
  expect(activated.filter((id) => id?.startsWith('plumber'))).toEqual(['plumber 2', 'plumber 4']);
  write((text) => text.replace('number: 2', 'number: 3'));
  expect(await catalog('activate', file)).toMatchObject({
    status: 2,
    output: expect.stringContaining('`number` to 5'),
  });
}, 60_000);
