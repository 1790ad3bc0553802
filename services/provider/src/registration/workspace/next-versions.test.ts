import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { makeActive, makePublished } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { activateVersion, loadVersion } from '../../catalog/change-version.ts';
import { CategoryFile } from '../../catalog/schema.ts';
import { catalogFolder, readCatalog, seedCatalog } from '../../catalog/seed-catalog.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const file = (category: string) =>
  CategoryFile.parse(parse(readFileSync(join(catalogFolder, `${category}.yaml`), 'utf8')));

function next(category: string, takesEffectOn?: string): CategoryFile {
  const { requirements, number, ...rest } = file(category);
  const [first, ...others] = requirements as [CategoryFile['requirements'][number], ...CategoryFile['requirements']];
  const ofBusiness = { ...first.claim, about: 'business' as const };
  const added = { ...first, key: 'first-aid', label: { en: 'First aid', fr: 'Premiers secours' }, claim: ofBusiness };
  const claim = { ...first.claim, methods: [...first.claim.methods, 'field_visit' as const] };
  const changed = [{ ...first, fieldVisit: true, claim }, ...others.slice(0, -1), added];
  return { ...rest, number: number + 1, requirements: changed, ...(takesEffectOn && { takesEffectOn }) };
}

test('shows an announced version before it is active, and no version that is only loaded', async () => {
  const { actor } = await makeActive(service, { category: 'plumber' });
  const workspace = async (language = 'en') =>
    (await service.get('/provider-workspace/me', { actor, headers: { 'accept-language': language } })).body;
  await loadVersion(service.app, next('plumber'));
  expect((await workspace()).readiness.nextVersions).toEqual([]);
  const announced = { ...next('plumber', '2026-03-01'), number: 4 };
  await loadVersion(service.app, announced);
  const [was] = file('plumber').requirements.slice(-1);
  const { readiness, services } = await workspace('fr');
  expect(readiness.nextVersions).toEqual([
    {
      categoryKey: 'plumber',
      number: 4,
      takesEffectOn: '2026-03-01',
      inForce: false,
      asks: [
        expect.objectContaining({ change: 'changed' }),
        expect.objectContaining({ change: 'unchanged' }),
        { key: 'first-aid', label: { en: 'First aid', fr: 'Premiers secours' }, change: 'added' },
      ],
      noLongerAsks: [{ key: was?.key, label: was?.label }],
    },
  ]);
  expect(services).toMatchObject([{ status: 'active', update: null }]);
  expect(readiness.tasks.map(({ code }: { code: string }) => code)).not.toContain('update_service');

  expect(await activateVersion(service.app, announced)).toEqual({
    done: false,
    error: expect.stringContaining('2026-03-01'),
  });
  const early = `update requirement_version set state = 'active', activated_at = '2026-02-28T23:59:59Z' where category_key = 'plumber' and number = 4`;
  await expect(service.db.pool.query(early)).rejects.toThrow(/not_before_it_was_announced_for/);
});

test('a newer active version makes a selection `outdated`; selecting again moves to it', async () => {
  const { actor } = await makeActive(service, { category: 'roofer' });
  const path = '/provider-workspace/me/services/roofer';
  await service.put('/provider-workspace/me/availability/roofer', { actor, body: { state: 'paused' } });
  const workspace = async () => (await service.get('/provider-workspace/me', { actor })).body;
  const before = await workspace();
  await loadVersion(service.app, next('roofer'));
  expect(await activateVersion(service.app, next('roofer'))).toEqual({ done: true });

  const { services, readiness } = await workspace();
  expect(services).toEqual([
    {
      ...before.services[0],
      status: 'outdated',
      update: {
        requirementVersion: { id: expect.any(String), number: 3 },
        activatedAt: service.clock.now.toISOString(),
        whatToDo: expect.stringContaining('Select it again'),
      },
    },
  ]);
  expect(readiness.nextVersions).toMatchObject([{ number: 3, inForce: true, takesEffectOn: '2026-01-05' }]);
  expect(readiness.tasks).toContainEqual({ code: 'update_service', categoryKey: 'roofer' });

  const moved = await service.put(path, { actor });
  expect(moved).toMatchObject({
    status: 200,
    body: { status: 'active', update: null, requirementVersion: { number: 3 } },
  });
  const after = await workspace();
  expect(after.services).toEqual([moved.body]);
  expect(after.availability).toEqual([{ categoryKey: 'roofer', state: 'paused', nextAvailableAt: null }]);
  expect(after.readiness.nextVersions).toEqual([]);
});

test('an announced version is seeded as a draft', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  const announced = { ...next('cleaning'), takesEffectOn: '2026-01-06' };
  await writeFile(join(folder, 'cleaning.yaml'), stringify(announced));
  expect(await seedCatalog(service.app, await readCatalog(folder))).toEqual([]);
  const { actor } = await makeActive(service, { category: 'cleaning' });
  const { services, readiness } = (await service.get('/provider-workspace/me', { actor })).body;
  expect(services).toMatchObject([{ requirementVersion: { number: 2 }, status: 'active' }]);
  expect(readiness.nextVersions).toMatchObject([{ number: 3, inForce: false, takesEffectOn: '2026-01-06' }]);
  service.advanceClock(86_400);
  expect(await seedCatalog(service.app, await readCatalog(folder))).toEqual([]);
  expect(await activateVersion(service.app, announced)).toEqual({ done: true });
});

test('the public profile and cards name the requirements of the bound version, not of the active version', async () => {
  const { publicId } = await makePublished(service, { category: 'locksmith' });
  const unverified = async () => {
    const profile = await service.get(`/public/providers/${publicId}`);
    const cards = await service.get(`/public/providers/${publicId}/claims`);
    const keysOf = (requirements: { key: string }[]) => requirements.map(({ key }) => key);
    return [keysOf(profile.body.services[0].notVerified), keysOf(cards.body.items[0].notVerified)];
  };
  const before = await unverified();
  expect(before[0]).not.toContain('first-aid');
  await loadVersion(service.app, next('locksmith'));
  expect(await activateVersion(service.app, next('locksmith'))).toMatchObject({ done: true });
  expect(await unverified()).toEqual(before);
});
