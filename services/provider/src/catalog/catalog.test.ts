import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirementVersionActivated } from '@trust/contracts/events/catalog';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { makeOwner } from '../../test/make.ts';
import { type ProviderService, startProvider } from '../../test/service.ts';
import { CategoryFile } from './schema.ts';
import { readCatalog, seedCatalog } from './seed-catalog.ts';
import { storedVersion } from './stored-version.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

test('lists at least eight categories in two languages, every claim with limitations', async () => {
  const { status, body } = await service.get('/catalog/categories', { actor: person() });
  expect(status).toBe(200);
  const keys = body.items.map(({ key }: { key: string }) => key);
  expect(keys).toEqual(expect.arrayContaining(['electrician', 'plumber', 'home-care', 'childcare']));
  expect(keys.length).toBeGreaterThanOrEqual(8);
  for (const { label, requirementVersion, requirements } of body.items) {
    expect(label).toMatchObject({ en: expect.any(String), fr: expect.any(String) });
    expect(requirementVersion.number).toBeGreaterThanOrEqual(1);
    expect(requirements.length).toBeGreaterThanOrEqual(2);
    expect(requirements.length).toBeLessThanOrEqual(5);
    for (const { claim } of requirements) {
      expect(claim.limitations.length).toBeGreaterThan(0);
      for (const { en, fr } of claim.limitations) expect(fr).not.toBe(en);
      expect(claim.validityDays).toBeLessThanOrEqual(365);
    }
  }
});

test('a requirement names each of its document kinds, and what is observed on site', async () => {
  const { body } = await service.get('/catalog/categories', { actor: person() });
  const requirements = body.items.flatMap((category: { requirements: object[] }) => category.requirements);
  for (const { documentKinds, documentKindLabels, fieldVisit, observations } of requirements) {
    expect(documentKindLabels.map(({ key }: { key: string }) => key)).toEqual(documentKinds);
    expect(observations.length > 0).toBe(fieldVisit);
    for (const { key, label } of [...documentKindLabels, ...observations]) {
      expect(label).toEqual({ en: expect.any(String), fr: expect.any(String) });
      expect(label.en).not.toBe(key);
    }
  }
  expect(requirements.some(({ fieldVisit }: { fieldVisit: boolean }) => fieldVisit)).toBe(true);
});

test('the public categories need no session and return 304 for their ETag', async () => {
  const first = await service.get('/public/categories');
  expect(first).toMatchObject({ status: 200 });
  expect(first.body.items[0]).not.toHaveProperty('requirements');
  const etag = first.headers.get('etag') ?? '';
  expect((await service.get('/public/categories', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await service.get('/public/categories', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('returns limitations in both languages, the same for every reader', async () => {
  for (const path of ['/public/categories', '/catalog/categories']) {
    const answers = await Promise.all(
      ['en', 'fr'].map((language) =>
        service.get(path, { actor: person(), headers: { 'accept-language': language, 'if-none-match': '"none"' } }),
      ),
    );
    const [english, french] = answers.map(({ body, headers }) => {
      const { claims, requirements } = body.items.find(({ key }: { key: string }) => key === 'electrician');
      return { etag: headers.get('etag'), ...(claims?.[0] ?? requirements[0].claim) };
    });
    expect(english.limitations).toEqual([
      { en: 'Does not cover high-voltage work.', fr: 'Ne couvre pas les travaux en haute tension.' },
      {
        en: 'Says nothing of the quality of any single job.',
        fr: 'Ne dit rien de la qualité d’un chantier en particulier.',
      },
    ]);
    expect(french).toEqual(english);
  }
});

test('seeding again emits no event', async () => {
  expect(await seedCatalog(service.app, await readCatalog())).toEqual([]);
  const announced = await service.emitted(requirementVersionActivated);
  expect(new Set(announced.map(({ categoryKey }) => categoryKey)).size).toBe(announced.length);
});

const file = (number: number, statement: string, little = 'Peu de chose.') => ({
  key: 'gardener',
  label: { en: 'Gardener', fr: 'Jardinier' },
  policyVersion: '2026-11',
  number,
  requirements: ['identity_confirmed', 'liability_insurance'].map((key) => ({
    key,
    label: { en: key, fr: key },
    documentKinds: ['passport'],
    mediaTypes: ['application/pdf'],
    maxSizeBytes: 1_048_576,
    fieldVisit: false,
    claim: {
      type: key,
      about: 'business' as const,
      statement: { en: statement, fr: statement },
      methods: ['document_review'],
      sourceKind: 'government_document',
      limitations: [{ en: 'Little.', fr: little }],
      validityDays: 90,
    },
  })),
});

test('rejects a changed file without a new number; selections stay bound until selected again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  const seed = async (...version: Parameters<typeof file>) => {
    await writeFile(join(folder, 'gardener.yaml'), stringify(file(...version)));
    return seedCatalog(service.app, await readCatalog(folder));
  };
  expect(await seed(1, 'one')).toEqual(['gardener']);
  const { actor } = await makeOwner(service);
  const path = '/provider-workspace/me/services/gardener';
  await service.put(path, { actor });
  await service.put('/provider-workspace/me/availability/gardener', { actor, body: { state: 'paused' } });

  await expect(seed(1, 'two')).rejects.toThrow(/Set `number` to 2/);
  await expect(seed(2, 'two', 'Presque rien.')).rejects.toThrow(
    '“Little.” already has the French text “Peu de chose.”',
  );
  expect(await seed(2, 'two')).toEqual(['gardener']);
  const bound = async () => (await service.get('/provider-workspace/me', { actor })).body;
  expect((await bound()).services[0].requirementVersion.number).toBe(1);
  expect(await service.put(path, { actor })).toMatchObject({ body: { requirementVersion: { number: 2 } } });
  expect(await bound()).toMatchObject({
    services: [{ requirementVersion: { number: 2 } }],
    availability: [{ categoryKey: 'gardener', state: 'paused' }],
  });
});

async function folderOf(category: CategoryFile): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  await writeFile(join(folder, `${category.key}.yaml`), stringify(category));
  return folder;
}

test('seeding adds the French of limitations to an active version without a new one', async () => {
  const category = CategoryFile.parse({ ...file(1, 'one'), key: 'glazier' });
  for (const { claim } of category.requirements)
    claim.limitations = [{ en: 'Panes only.', fr: 'Les vitres seulement.' }];
  const { requirements, policyVersion, label, key } = storedVersion(category);
  await service.db.pool.query('insert into category (key, label) values ($1, $2)', [key, label]);
  await service.db.pool.query(
    `insert into requirement_version (id, category_key, number, state, policy_version, requirements, activated_at)
     values (gen_random_uuid(), $1, 1, 'active', $2, $3, now())`,
    [key, policyVersion, JSON.stringify(requirements)],
  );
  const french = async () => {
    const { body } = await service.get('/public/categories');
    const { limitations } = body.items.find((item: { key: string }) => item.key === key).claims[0];
    return limitations.map(({ fr }: { fr: string }) => fr);
  };
  expect(await french()).toEqual(['Panes only.']);
  const folder = await folderOf(category);
  expect(await seedCatalog(service.app, await readCatalog(folder))).toEqual([]);
  expect(await french()).toEqual(['Les vitres seulement.']);
  const announced = await service.emitted(requirementVersionActivated);
  expect(announced.filter(({ categoryKey }) => categoryKey === key)).toEqual([]);
});

test('M3 concurrent seeds activate the version once and none fails', async () => {
  const folder = await folderOf(CategoryFile.parse({ ...file(1, 'one'), key: 'tiler' }));
  const catalog = await readCatalog(folder);
  const seeded = await Promise.all(Array.from({ length: 4 }, () => seedCatalog(service.app, catalog)));
  expect(seeded.flat()).toEqual(['tiler']);
});

test('M2 a retired requirement version cannot be activated again', async () => {
  const reactivate = `update requirement_version set state = 'active', retired_at = null where category_key = 'gardener' and number = 1`;
  await expect(service.asOwner(reactivate)).rejects.toThrow(/cannot go from retired to active|immutable/);
});

test('M3 the database rejects a second active version and claims without limitations or methods', async () => {
  const insert = (requirements: string) =>
    service.db.pool.query(
      `insert into requirement_version (id, category_key, number, state, policy_version, requirements, activated_at)
       values (gen_random_uuid(), 'plumber', 9, 'active', 'x', $1, now())`,
      [requirements],
    );
  const claim = (limitations: string[], validityDays: number, methods = ['document_review']) =>
    JSON.stringify([{ claim: { limitations, validityDays, methods } }]);
  await expect(insert(claim(['Some.'], 90))).rejects.toThrow(/one_active_version/);
  await expect(insert(claim(['Some.'], 90, []))).rejects.toThrow(/claims_have_methods/);
  await expect(insert(claim([], 90))).rejects.toThrow(/claims_are_limited/);
  await expect(insert(claim(['Some.'], 366))).rejects.toThrow(/claims_are_limited/);
});
