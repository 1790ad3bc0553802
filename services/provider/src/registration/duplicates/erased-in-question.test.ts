import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { personErased } from '@trust/contracts/events/identity';
import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addRepresentative,
  decideName,
  makeOwner,
  makePublished,
  nameBusiness,
  type Owner,
  transition,
} from '../../../test/make.ts';
import { verifyContact } from '../../../test/make-enquiry.ts';
import { pruneNow } from '../../../test/prune-now.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

const year = 365 * 86_400;
const supervisor = () => operator('supervisor', { authenticatedAt: service.clock.now.getTime() / 1000 });
const duplicatesOf = async ({ id }: Owner) =>
  (await service.get(`/providers/${id}`, { actor: supervisor() })).body.possibleDuplicates;
const found = async ({ id }: Owner) =>
  (await service.emitted(possibleDuplicateFound))
    .filter((one) => one.providerId === id)
    .map(({ otherProviderId, same, otherIsClosed }) => [otherProviderId, same.join(), otherIsClosed]);
const keptOf = ({ id }: Owner) =>
  service.db.selectFrom('kept_hash').selectAll().where('provider_id', '=', id).execute();
const erase = ({ actor: { userId } }: { actor: Actor }, afterDays = 0) => {
  const erasedAt = new Date(service.clock.now.getTime() + afterDays * 86_400_000).toISOString();
  return service.deliver(personErased, { userId, contacts: [], erasedAt });
};
const close = ({ actor, id }: Owner) => transition(service, actor, id, 'close');
const measure = ({ id }: Owner, verb: string) => transition(service, supervisor(), id, verb);

function caseOf({ id: providerId }: Owner, facts: object, caseId: string = randomUUID()) {
  service.advanceClock(1);
  return service.deliver(caseChanged, {
    ...{ caseId, providerId, categoryKey: 'electrician', requirementVersionId: randomUUID() },
    ...{ requirementKeys: ['liability-insurance'], state: 'in_review' as const, outcome: null, duties: [] },
    ...{ recommenderId: null, dueAt: null, openedAt: '2026-01-05T09:00:00.000Z' },
    occurredAt: service.clock.now.toISOString(),
    ...facts,
  });
}

/** An individual with a registered name and a mailbox of its own. */
async function makeIndividual() {
  const owner = await makePublished(service, { kind: 'individual' });
  const [name, mailbox] = [`Camille ${randomUUID()}`, `${randomUUID()}@example.org`];
  await nameBusiness(service, owner, name);
  await verifyContact(service, owner.actor, [mailbox]);
  return { ...owner, name, mailbox };
}
const unique = () => makeOwner(service, { displayName: `Watt ${randomUUID()}`, kind: 'individual' });

const makeManager = ({ id }: Owner) => addRepresentative(service, id, 'manager');

async function nameResponsible(firm: Owner, { actor }: { actor: Actor }) {
  const { id } = await service.db
    .selectFrom('representative')
    .select('id')
    .where('provider_id', '=', firm.id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const body = { representativeId: id, givenName: 'Bea', familyName: randomUUID().replace(/[^a-f]/g, 'x') };
  const answer = await service.put('/provider-workspace/me/responsible-person', { actor: firm.actor, body });
  expect(answer.status).toBe(200);
  const accepting = { actor, body: { namingId: answer.body.naming?.id } };
  const path = '/provider-workspace/me/responsible-person/acceptance';
  if (answer.body.naming) expect((await service.post(path, accepting)).status).toBe(200);
}

async function refuseName({ actor, id }: Owner, reasonCode: 'another_business' | 'no_name') {
  await service.patch('/provider-workspace/me/profile', { actor, body: { displayName: `Volt ${randomUUID()}` } });
  return decideName(service, id, 'refused', reasonCode);
}

const now = () => service.clock.now.toISOString();
const verified = { state: 'decided', outcome: 'verified' };
const measures: Record<string, (owner: Owner) => Promise<unknown>> = {
  'while suspended': (owner) => measure(owner, 'suspend'),
  'while withheld': (owner) => measure(owner, 'withhold'),
  'during a review': (owner) => caseOf(owner, { kind: 'review' }),
  'after a refused case': (owner) => caseOf(owner, { state: 'decided', outcome: 'not_verified' }),
  'after a document that was refused for good': (owner) => caseOf(owner, { ...verified, refusedForGoodAt: now() }),
  'after a final mark': (owner) => caseOf(owner, { state: 'awaiting_correction', refusedForGoodAt: now() }),
  'after a refused name': (owner) => refuseName(owner, 'another_business'),
};

test.each(Object.entries(measures))(
  'T1 an individual who is erased %s is found under name and mailbox',
  async (_when, take) => {
    const first = await makeIndividual();
    await take(first);
    await erase(first);
    const again = await unique();
    expect(await duplicatesOf(again)).toEqual([]);
    await nameBusiness(service, again, first.name.toUpperCase());
    const byName = { id: first.id, displayName: 'Erased', state: 'closed', same: ['name'], isErased: true };
    expect(await duplicatesOf(again)).toEqual([{ ...byName, publicProviderId: first.publicId }]);
    await verifyContact(service, again.actor, [first.mailbox.replace('@', '+new@')]);
    expect(await found(again)).toEqual([
      [first.id, 'name', true],
      [first.id, 'contact,name', true],
    ]);
  },
);

test('T1 an organisation under a measure is found under the mailbox of its erased owner', async () => {
  const first = await makePublished(service, { kind: 'organisation' });
  const mailbox = `${randomUUID()}@example.org`;
  await verifyContact(service, first.actor, [mailbox]);
  await measure(first, 'suspend');
  await erase(first);
  const again = await unique();
  await verifyContact(service, again.actor, [mailbox]);
  expect(await duplicatesOf(again)).toMatchObject([
    { id: first.id, displayName: 'Volta Électricité', state: 'closed', same: ['contact'], isErased: false },
  ]);
});

test('T1 the erased person responsible of a refused firm is found under the mailbox for a year', async () => {
  const firm = await makePublished(service, { kind: 'organisation' });
  const [leaver, other] = [await makeManager(firm), await makeManager(firm)];
  const mailbox = `${randomUUID()}@example.org`;
  await verifyContact(service, leaver.actor, [mailbox]);
  await nameResponsible(firm, leaver);
  await caseOf(firm, { state: 'decided', outcome: 'not_verified' });
  await nameResponsible(firm, other);
  expect((await leaver.remove(firm.actor)).status).toBe(204);
  await erase(leaver, 364);
  const again = await unique();
  await verifyContact(service, again.actor, [mailbox]);
  expect(await found(again)).toEqual([[firm.id, 'contact', undefined]]);
  expect(await duplicatesOf(again)).toMatchObject([{ id: firm.id, state: 'active', same: ['contact'] }]);
});

test('P2 nothing is kept of a colleague for whom no claim answers, nor of one who left a year before', async () => {
  const firm = await makePublished(service, { kind: 'organisation' });
  const [responsible, colleague] = [await makeManager(firm), await makeManager(firm)];
  for (const one of [responsible, colleague]) await verifyContact(service, one.actor, [`${randomUUID()}@example.org`]);
  await nameResponsible(firm, responsible);
  await caseOf(firm, { state: 'decided', outcome: 'not_verified' });
  await erase(colleague);
  await nameResponsible(firm, firm);
  await erase(responsible, 366);
  expect(await keptOf(firm)).toEqual([]);
});

test('T1 who closes during a review, which is withdrawn then, is found after the erasure', async () => {
  const first = await makeIndividual();
  const caseId = randomUUID();
  await caseOf(first, { kind: 'review' }, caseId);
  expect((await close(first)).status).toBe(200);
  await caseOf(first, { kind: 'review', state: 'withdrawn' }, caseId);
  await erase(first);
  expect(await keptOf(first)).toHaveLength(3);
});

test('P2 nothing is kept of an individual whom operators had no longer in question', async () => {
  const first = await makeIndividual();
  await measure(first, 'suspend');
  const caseId = randomUUID();
  await caseOf(first, { kind: 'review' }, caseId);
  await caseOf(first, { kind: 'review', state: 'withdrawn' }, caseId);
  await measure(first, 'reinstate');
  await measure(first, 'withhold');
  service.advanceClock(1);
  await measure(first, 'release');
  const appealed = randomUUID();
  for (const refused of [{ refusedForGoodAt: now() }, {}]) await caseOf(first, { ...verified, ...refused }, appealed);
  await refuseName(first, 'no_name');
  await erase(first);
  expect(await keptOf(first)).toEqual([]);
});

test('T1 a mailbox is compared when it comes: registered before, colleague, or later', async () => {
  const first = await makeIndividual();
  await measure(first, 'suspend');
  const before = await unique();
  await verifyContact(service, before.actor, [first.mailbox.replace('@', '+b@')]);
  expect(await found(before)).toEqual([]);
  await erase(first);
  expect(await found(before)).toEqual([[first.id, 'contact', true]]);
  const actor = person();
  await verifyContact(service, actor, [first.mailbox]);
  const other = await unique();
  const { id } = await service.db
    .insertInto('representative')
    .values({
      id: randomUUID(),
      provider_id: other.id,
      user_id: actor.userId,
      role: 'manager',
      assigned_at: service.clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await duplicatesOf(other)).toMatchObject([{ id: first.id, same: ['contact'], isErased: true }]);
  await service.delete(`/providers/${other.id}/representatives/${id}`, { actor: other.actor });
  expect(await duplicatesOf(other)).toEqual([]);
  const body = { displayName: `Ohm ${randomUUID()}`, kind: 'organisation', operatingModel: 'travels' };
  const { body: made } = await service.post('/providers', {
    actor,
    headers: { 'idempotency-key': randomUUID() },
    body,
  });
  expect(await found({ actor, id: made.id, publicId: '' })).toContainEqual([first.id, 'contact', true]);
});

test('P2 an erasure that is repeated keeps nothing for longer', async () => {
  const first = await makeIndividual();
  await measure(first, 'suspend');
  await erase(first);
  const kept = await keptOf(first);
  service.advanceClock(86_400);
  await erase(first);
  expect(await keptOf(first)).toEqual(kept);
});

test('P2 what is kept are hashes under a key of their own, deleted after a year', async () => {
  const first = await makeIndividual();
  await measure(first, 'suspend');
  const { hashes, mailboxes } = await service.db
    .selectFrom('verified_contacts')
    .selectAll()
    .where('person_id', '=', first.actor.userId)
    .executeTakeFirstOrThrow();
  const used = await service.db.selectFrom('used_name').select('key').where('provider_id', '=', first.id).execute();
  await erase(first);
  const kept = await keptOf(first);
  expect(kept.map(({ kind }) => kind).sort()).toEqual(['contact', 'name', 'name']);
  const elsewhere = [
    ...used.map(({ key }) => key.toString('hex')),
    ...[...hashes, ...mailboxes].map((hash) => Buffer.from(hash, 'base64url').toString('hex')),
  ];
  for (const { hash } of kept) expect(elsewhere).not.toContain(hash.toString('hex'));

  const again = await unique();
  await nameBusiness(service, again, first.name);
  service.advanceClock(year - 60);
  await pruneNow(service);
  expect(await duplicatesOf(again)).toHaveLength(1);
  service.advanceClock(61);
  expect(await duplicatesOf(again)).toEqual([]);
  await pruneNow(service);
  expect(await keptOf(first)).toEqual([]);
});
