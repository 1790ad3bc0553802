import { moderationRequested, moderationWithdrawn } from '@trust/contracts/events/customers';
import { consentChanged } from '@trust/contracts/events/identity';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideName, makePublished, nameBusiness, type Owner } from '../../../test/make.ts';
import { type ProviderService, setGate, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
  await setGate(service, 'open');
});
afterAll(() => service[Symbol.asyncDispose]());

const lyon = { latitude: 45.764, longitude: 4.8357 };
const shop = '1 rue de la Paix, 69003 Lyon';
const ofCustomer = 'Home of Zoe Martin, 12 rue des Lilas, she is alone';
const put = ({ actor }: Owner, place: object | null) => {
  const publicPremises = place && { ...lyon, ...place, consent: true };
  return service.put('/provider-workspace/me/location', { actor, body: { publicPremises } });
};
const workspace = async ({ actor }: Owner) => (await service.get('/provider-workspace/me', { actor })).body;
const inPublic = async ({ publicId }: Owner) =>
  (await service.get(`/public/providers/${publicId}`)).body.publicPremises;
const asked = async ({ id }: Owner) =>
  (await service.emitted(moderationRequested)).filter(({ providerId }) => providerId === id);
const withdrawn = async ({ id }: Owner) =>
  (await service.emitted(moderationWithdrawn)).filter(({ providerId }) => providerId === id);
const read = async (owner: Owner) => {
  const nameId = (await asked(owner)).at(-1)?.subjectId;
  return (await service.get(`/display-names/${nameId}`, { actor: operator('supervisor') })).body;
};
const withdrawal = (userId: string) => {
  const occurredAt = service.clock.now.toISOString();
  return { userId, policyKey: 'public-premises', granted: false, version: '2026-11', occurredAt } as const;
};
const makeShop = () =>
  makePublished(service, { location: { publicPremises: { ...lyon, addressLabel: shop, consent: true } } });

test('T1 the address of public premises is public once an operator accepted it, the place at once', async () => {
  const owner = await makeShop();
  await nameBusiness(service, owner, 'Volta SARL');
  expect(await inPublic(owner)).toEqual({ ...lyon, addressLabel: shop });
  expect(await put(owner, { addressLabel: ofCustomer })).toMatchObject({
    status: 200,
    body: { publicAddressStatus: 'waiting' },
  });
  expect(await inPublic(owner)).toEqual({ ...lyon, addressLabel: null });
  expect((await asked(owner)).at(-1)).toMatchObject({ kind: 'name', reasonCode: 'new_words' });
  expect(await read(owner)).toMatchObject({ address: ofCustomer, publicAddress: null, state: 'waiting' });

  await decideName(service, owner.id, 'refused', 'personal_data');
  expect(await inPublic(owner)).toEqual({ ...lyon, addressLabel: null });
  const { location, provider, readiness } = await workspace(owner);
  expect(location).toMatchObject({ publicAddressStatus: 'refused' });
  expect(provider).toMatchObject({ displayNameStatus: 'accepted', displayNameRefusal: 'personal_data' });
  expect(readiness.tasks).toContainEqual({ code: 'change_name' });
  await put(owner, { addressLabel: ofCustomer });
  expect(await asked(owner)).toHaveLength(2);

  expect(await put(owner, { addressLabel: shop })).toMatchObject({ body: { publicAddressStatus: 'waiting' } });
  await decideName(service, owner.id);
  expect(await inPublic(owner)).toEqual({ ...lyon, addressLabel: shop });
  expect(await read(owner)).toMatchObject({ address: shop, publicAddress: shop, state: 'accepted' });
});

test('T1 the address that was read is not public for other premises, nor another one for these', async () => {
  const owner = await makeShop();
  await put(owner, { addressLabel: 'Another door' });
  const nameId = (await asked(owner)).at(-1)?.subjectId ?? '';
  await put(owner, { addressLabel: ofCustomer });
  expect(await withdrawn(owner)).toMatchObject([{ subjectId: nameId }]);
  const earlier = await service.get(`/display-names/${nameId}`, { actor: operator('supervisor') });
  expect(earlier.body).toMatchObject({ address: null, publicAddress: null, state: 'withdrawn' });
  await decideName(service, owner.id);
  await put(owner, { latitude: 45.8, addressLabel: ofCustomer });
  expect(await inPublic(owner)).toMatchObject({ latitude: 45.8, addressLabel: null });
  expect(await workspace(owner)).toMatchObject({ location: { publicAddressStatus: 'waiting' } });
});

test('premises without an address, repeated or removed ask nobody', async () => {
  const owner = await makeShop();
  await put(owner, { addressLabel: shop });
  await put(owner, {});
  expect(await workspace(owner)).toMatchObject({ location: { publicAddressStatus: null } });
  expect(await asked(owner)).toHaveLength(1);
  await put(owner, { addressLabel: 'Another door' });
  await put(owner, null);
  expect(await withdrawn(owner)).toHaveLength(1);
  expect(await asked(owner)).toHaveLength(2);
});

test('P2 who withdraws the consent to premises takes the address from operators too', async () => {
  const owner = await makeShop();
  await put(owner, { addressLabel: 'Another door' });
  expect(await read(owner)).toMatchObject({ address: 'Another door' });
  await service.deliver(consentChanged, withdrawal(owner.actor.userId));
  expect(await inPublic(owner)).toBeNull();
  expect(await read(owner)).toMatchObject({ address: null, publicAddress: null, state: 'withdrawn' });
});

const losses: [string, (owner: Owner) => Promise<unknown>][] = [
  ['the consent to the premises ends', ({ actor }) => service.deliver(consentChanged, withdrawal(actor.userId))],
  [
    'an operator records that the premises ended',
    async ({ id }) => {
      const supervisor = operator('supervisor');
      const { items } = (await service.get(`/providers/${id}/claim-subjects`, { actor: supervisor })).body;
      const { id: subjectId } = items.find((one: { about: string }) => one.about === 'premises');
      const body = { reason: 'The shop was given up last week.' };
      return service.post(`/providers/${id}/claim-subjects/${subjectId}/end`, { actor: supervisor, body });
    },
  ],
];
test.each(losses)('when %s nobody judges the address, and a summary that waits with it waits on', async (_, lose) => {
  const [owner, other] = [await makeShop(), await makeShop()];
  await put(owner, { addressLabel: 'Another door' });
  await lose(owner);
  expect([(await asked(owner)).length, (await withdrawn(owner)).length]).toEqual([2, 1]);
  expect((await workspace(owner)).provider).toMatchObject({ displayNameStatus: 'accepted' });

  await put(other, { addressLabel: 'Another door' });
  await service.patch('/provider-workspace/me/profile', { actor: other.actor, body: { summary: 'Sockets.' } });
  await lose(other);
  expect([(await asked(other)).length, (await withdrawn(other)).length]).toEqual([4, 2]);
  expect(await read(other)).toMatchObject({ summary: 'Sockets.', address: null, state: 'waiting' });
  await decideName(service, other.id);
  expect((await workspace(other)).provider).toMatchObject({ publicSummary: 'Sockets.' });
});

test('T1 the database rejects another address of premises that operators read, and premises of others', async () => {
  const [owner, other] = [await makeShop(), await makeShop()];
  const rejected = 'an address that operators read is replaced with other premises only';
  const change = sql`update public_premises set address_label = 'Unread' where provider_id = ${owner.id}`;
  await expect(change.execute(service.db)).rejects.toThrow(rejected);
  const replaced = service.db.transact(async (trx) => {
    await sql`delete from public_premises where provider_id = ${owner.id}`.execute(trx);
    await sql`insert into public_premises (provider_id, position, address_label)
      select ${owner.id}, position, 'Unread' from public_premises where provider_id = ${other.id}`.execute(trx);
  });
  await expect(replaced).rejects.toThrow(rejected);
  const ofOther = sql`insert into display_name (id, provider_id, sealed, requested_at, premises_id)
    select gen_random_uuid(), ${owner.id}, '', now(), id from claim_subject where provider_id = ${other.id} and about = 'premises'`;
  await expect(ofOther.execute(service.db)).rejects.toThrow('a version of words is about premises of its provider');
});
