import { randomUUID } from 'node:crypto';
import { consentChanged } from '@trust/contracts/events/identity';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeActive, nameBusiness, namePerson, type Owner, transition } from '../../../test/make.ts';
import { checkedClaims, me } from '../../../test/make-checked.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const { assignmentOf, endedOf, subjectsOf } = checkedClaims(() => service);
const supervisor = operator('supervisor');
const place = { latitude: 45.764, longitude: 4.8357, addressLabel: '1 rue de la Paix', consent: true };
const other = { ...place, addressLabel: '2 rue de la Paix' };

async function makeNamed(): Promise<Owner> {
  const owner = await makeActive(service, { location: { publicPremises: place } });
  await nameBusiness(service, owner, 'Martin SARL');
  await namePerson(service, owner);
  return owner;
}
async function setCase(
  { id }: Owner,
  state: 'recommended' | 'awaiting_evidence' | 'awaiting_correction',
  asked: { requirement_version_id?: string; requirement_keys?: string[] } = {},
) {
  const found = { case_id: randomUUID(), provider_id: id, category_key: 'electrician', state, ...asked };
  await service.db
    .insertInto('case_projection')
    .values({ ...found, changed_at: service.clock.now })
    .execute();
}
const suspend = ({ id }: Owner) => transition(service, supervisor, id, 'suspend');
const put = async ({ actor }: Owner, part: string, body: object) =>
  (await service.put(`${me}/${part}`, { actor, body })).status;
const show = (owner: Owner, publicPremises: object | null) => put(owner, 'location', { publicPremises });
const nameAll = async (owner: Owner, name: string, premises: object) => {
  const representativeId = await assignmentOf(owner);
  return [
    await put(owner, 'registered-name', { name }),
    await put(owner, 'responsible-person', { representativeId, givenName: 'Claire', familyName: name.split(' ')[0] }),
    await show(owner, premises),
  ];
};

test.each([
  ['suspended', suspend],
  ['in question of a case', (owner: Owner) => setCase(owner, 'recommended')],
])('T3 a provider that is %s names no other business, person or place', async (_why, question) => {
  const owner = await makeNamed();
  await question(owner);
  const before = await subjectsOf(owner);
  expect(await nameAll(owner, 'Durand SARL', other)).toEqual([409, 409, 409]);
  expect(await nameAll(owner, 'Martin SARL', place)).toEqual([200, 200, 200]);
  expect(await subjectsOf(owner)).toEqual(before);
  expect([await show(owner, null), await show(owner, place)]).toEqual([200, 409]);
});

test('T3 a provider in question does not name again what an operator ended', async () => {
  const owner = await makeNamed();
  await suspend(owner);
  const body = { reason: 'The premises were given up, as the landlord says.' };
  for (const { id } of await subjectsOf(owner))
    await service.post(`/providers/${owner.id}/claim-subjects/${id}/end`, { actor: supervisor, body });
  expect(await nameAll(owner, 'Martin SARL', place)).toEqual([409, 409, 409]);
});

test.each(['awaiting_evidence', 'awaiting_correction'] as const)(
  'a suspended provider names what a case that is %s asks for, but not while another is recommended',
  async (state) => {
    const owner = await makeNamed();
    await suspend(owner);
    await setCase(owner, state);
    expect(await nameAll(owner, 'Durand SARL', other)).toEqual([200, 200, 200]);
    await setCase(owner, 'recommended');
    expect(await nameAll(owner, 'Martin SARL', place)).toEqual([409, 409, 409]);
  },
);

test('T3 a suspended provider names nothing that no waiting case asks a document about', async () => {
  const owner = await makeNamed();
  await suspend(owner);
  const { requirement_version_id, requirements } = await service.db
    .selectFrom('service_selection as s')
    .innerJoin('requirement_version as v', 'v.id', 's.requirement_version_id')
    .select(['s.requirement_version_id', 'v.requirements'])
    .where('s.provider_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  const about = (what: string) =>
    (requirements as { key: string; claim: { about: string } }[]).find(({ claim }) => claim.about === what)?.key ?? '';
  const ask = (what: string) =>
    setCase(owner, 'awaiting_evidence', { requirement_version_id, requirement_keys: [about(what)] });
  await ask('business');
  expect(await nameAll(owner, 'Durand SARL', other)).toEqual([200, 409, 409]);
  await ask('person');
  expect(await nameAll(owner, 'Petit SARL', other)).toEqual([200, 200, 409]);
});

test('P4 who leaves and who withdraws a consent end what is theirs while a case is recommended', async () => {
  const owner = await makeNamed();
  await setCase(owner, 'recommended');
  service.advanceClock(1);
  const { userId } = owner.actor;
  const occurredAt = service.clock.now.toISOString();
  const consent = { userId, policyKey: 'public-premises' as const, version: '2026-11', granted: false };
  await service.deliver(consentChanged, { ...consent, occurredAt });
  expect(await endedOf(owner)).toEqual([['premises', 'removed']]);
  await addRepresentative(service, owner.id, 'owner');
  const own = `/providers/${owner.id}/representatives/${await assignmentOf(owner)}`;
  expect((await service.delete(own, { actor: owner.actor })).status).toBe(204);
  expect(await endedOf(owner)).toContainEqual(['person', 'left']);
});
