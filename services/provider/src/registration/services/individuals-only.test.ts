import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { loadVersion } from '../../catalog/change-version.ts';
import type { CategoryFile } from '../../catalog/schema.ts';
import { readCatalog } from '../../catalog/seed-catalog.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 2 });
});
afterAll(() => service[Symbol.asyncDispose]());

const path = '/provider-workspace/me';
const select = ({ actor }: { actor: Awaited<ReturnType<typeof makeOwner>>['actor'] }, key: string) =>
  service.put(`${path}/services/${key}`, { actor });

test('T1 no organisation selects a category in which no check confirms the kind of the provider', async () => {
  const organisation = await makeOwner(service, { kind: 'organisation' });
  expect(await select(organisation, 'childcare')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('individual') },
  });
  expect((await select(organisation, 'nursery')).status).toBe(200);
  const individual = await makeOwner(service, { kind: 'individual' });
  expect((await select(individual, 'childcare')).status).toBe(200);
  const insert = sql`
    insert into service_selection (id, provider_id, category_key, requirement_version_id, selected_at)
    select gen_random_uuid(), ${organisation.id}, s.category_key, s.requirement_version_id, s.selected_at
    from service_selection s where s.provider_id = ${individual.id}`;
  await expect(insert.execute(service.db)).rejects.toMatchObject({ constraint: 'kind_is_confirmed' });
});

test('T1 a draft becomes an organisation once such a category is removed from it', async () => {
  const { actor, id } = await makeOwner(service, { kind: 'individual' });
  for (const key of ['childcare', 'cleaning']) await select({ actor }, key);
  const change = () => service.patch(`${path}/profile`, { actor, body: { kind: 'organisation' } });
  expect(await change()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('only: childcare.') } });
  const update = sql`update provider set kind = 'organisation', revision = revision + 1 where id = ${id}`;
  await expect(update.execute(service.db)).rejects.toMatchObject({ constraint: 'kind_is_confirmed' });
  await service.delete(`${path}/services/childcare`, { actor });
  expect((await change()).status).toBe(200);
});

test('no version closes a category to the organisations that selected it', async () => {
  const [cleaning] = (await readCatalog()).filter(({ key }) => key === 'cleaning');
  const requirements = cleaning?.requirements.map((one) => ({ ...one, claim: { ...one.claim, about: 'person' } }));
  const next = { ...cleaning, requirements, number: (cleaning?.number ?? 0) + 1 } as CategoryFile;
  expect(await loadVersion(service.app, next)).toEqual({
    done: false,
    error: expect.stringContaining('Organisations'),
  });
});

test('the catalogue names the kinds of providers that can select a category', async () => {
  const { actor } = await makeOwner(service);
  const { body } = await service.get('/catalog/categories', { actor });
  const kinds = Object.fromEntries(
    body.items.map(({ key, providerKinds }: { key: string; providerKinds: string[] }) => [key, providerKinds]),
  );
  expect(kinds).toMatchObject({
    childcare: ['individual'],
    nursery: ['individual', 'organisation'],
    'private-tutor': ['individual', 'organisation'],
  });
});
