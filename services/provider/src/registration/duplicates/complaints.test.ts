import { randomUUID } from 'node:crypto';
import { personErased } from '@trust/contracts/events/identity';
import { emergencyActionChanged, publicationHoldChanged } from '@trust/contracts/events/operations';
import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { operator, person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner, transition } from '../../../test/make.ts';
import { makeInteraction } from '../../../test/make-enquiry.ts';
import { decideModeration } from '../../../test/make-review.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

const day = 86_400;
const at = (days = 0) => new Date(service.clock.now.getTime() + days * day * 1000).toISOString();

async function hold({ id: providerId }: Owner, state: 'held' | 'released' = 'held', holdId: string = randomUUID()) {
  await service.deliver(publicationHoldChanged, { holdId, providerId, state, occurredAt: at() });
  return holdId;
}

function hide({ id: targetId }: Owner) {
  const action = { actionId: randomUUID(), kind: 'suspend_provider_listing' as const, targetId };
  return service.deliver(emergencyActionChanged, { ...action, startedAt: at(), endsAt: at(1), occurredAt: at() });
}

async function withhold({ id }: Owner) {
  const { claim_id: targetId } = await service.db
    .selectFrom('claim')
    .select('claim_id')
    .where('provider_id', '=', id)
    .executeTakeFirstOrThrow();
  const action = { actionId: randomUUID(), kind: 'withhold_claim' as const, targetId };
  return service.deliver(emergencyActionChanged, { ...action, startedAt: at(), endsAt: at(1), occurredAt: at() });
}

/** By operators. */
function offer({ id }: Owner, change: 'put' | 'delete') {
  const actor = operator('supervisor', { authenticatedAt: service.clock.now.getTime() / 1000 });
  const reason = 'A customer was hurt by this work.';
  const path = `/providers/${id}/categories/electrician`;
  return change === 'put'
    ? service.put(path, { actor, body: { reason } })
    : service.delete(`${path}?${new URLSearchParams({ reason })}`, { actor });
}

async function report({ publicId }: Owner, actor = person()) {
  const body = { reasonCode: 'unsafe', statement: 'The ladder was broken.' };
  const reported = await service.post(`/public/providers/${publicId}/reports`, { actor, body });
  return reported.body.id as string;
}

async function dispute(owner: Owner, outcome: string) {
  const { customer, interactionId } = await makeInteraction(service, owner);
  const body = { reasonCode: 'no_show', statement: 'Nobody came on the agreed day.' };
  const opened = await service.post(`/interactions/${interactionId}/disputes`, { actor: customer, body });
  service.advanceClock(14 * day);
  await decideModeration(service, opened.body.id, outcome, 'statement_confirmed');
  return opened.body.id as string;
}

async function registerAgain({ actor }: Owner): Promise<string> {
  const body = { displayName: `Volt ${randomUUID()}`, kind: 'individual', operatingModel: 'travels' };
  const headers = { 'idempotency-key': randomUUID() };
  return (await service.post('/providers', { actor, headers, body })).body.id;
}

/** Whether a new registration of the same person is compared with the closed one. */
async function isFoundAgain(first: Owner, close: () => Promise<unknown> = () => byOwner(first)): Promise<boolean> {
  await close();
  const { id } = await service.db
    .selectFrom('provider')
    .select('id')
    .where('id', '=', first.id)
    .where('state', '=', 'closed')
    .executeTakeFirstOrThrow();
  const again = await registerAgain(first);
  const fresh = operator('supervisor', { authenticatedAt: service.clock.now.getTime() / 1000 });
  const seen = await service.get(`/providers/${again}`, { actor: fresh });
  return seen.body.possibleDuplicates.some((one: { id: string }) => one.id === id);
}
const byOwner = ({ actor, id }: Owner) => transition(service, actor, id, 'close');

const complaints: Record<string, (owner: Owner) => Promise<unknown>> = {
  'a hold of an incident': async (owner) => {
    await hold(owner);
    service.advanceClock(day);
  },
  'an emergency action': hide,
  'an emergency action that colleagues have yet to review': async (owner) => {
    await hide(owner);
    service.advanceClock(6 * day);
  },
  'a claim that operators withhold': withhold,
  'a claim whose withholding colleagues have yet to review': async (owner) => {
    await withhold(owner);
    service.advanceClock(6 * day);
  },
  'a service that operators removed': (owner) => offer(owner, 'delete'),
  'an open report': (owner) => report(owner),
  'an upheld report': async (owner) => decideModeration(service, await report(owner), 'upheld', 'action_taken'),
  'a dispute that was decided for the customer': (owner) => dispute(owner, 'for_customer'),
};

test.each(Object.entries(complaints))('T1 who closes under %s is found again', async (_what, make) => {
  const first = await makePublished(service);
  await make(first);
  expect(await isFoundAgain(first)).toBe(true);
});

test.each(Object.entries(complaints))('T1 an individual erased under %s leaves hashes', async (_what, make) => {
  const first = await makePublished(service, { kind: 'individual' });
  await make(first);
  await service.deliver(personErased, { userId: first.actor.userId, contacts: [], erasedAt: at() });
  const kept = await service.db.selectFrom('kept_hash').selectAll().where('provider_id', '=', first.id).execute();
  expect(kept).not.toEqual([]);
});

/** Closed with an open dispute, and registered again by the same person. */
async function makeClosed() {
  const closed = await makePublished(service);
  const { customer, interactionId } = await makeInteraction(service, closed);
  const body = { reasonCode: 'no_show', statement: 'Nobody came on the agreed day.' };
  const opened = await service.post(`/interactions/${interactionId}/disputes`, { actor: customer, body });
  await byOwner(closed);
  const again = await registerAgain(closed);
  const pairs = async () =>
    (await service.emitted(possibleDuplicateFound)).filter(({ otherProviderId }) => otherProviderId === closed.id);
  expect(await pairs()).toEqual([]);
  const decideDispute = async (outcome: string) => {
    service.advanceClock(14 * day);
    await decideModeration(service, opened.body.id, outcome, 'statement_confirmed');
  };
  return { closed, customer, again, pairs, decideDispute };
}

test.each(['a report', 'a dispute that is decided for the customer'])(
  'T1 who registers again and is open at %s is compared with the closed one',
  async (complaint) => {
    const { closed, customer, again, pairs, decideDispute } = await makeClosed();
    if (complaint === 'a report') await report(closed, customer);
    else await decideDispute('for_customer');
    expect(await pairs()).toMatchObject([
      { providerId: again, same: expect.arrayContaining(['contact']), otherIsClosed: true },
    ]);
  },
);

test('a dispute that is decided for the provider after its closing announces no pair', async () => {
  const { pairs, decideDispute } = await makeClosed();
  await decideDispute('for_provider');
  expect(await pairs()).toEqual([]);
});

test('T1 a hold that ends after the closing counts, and one that ended before does not', async () => {
  const [during, before] = [await makePublished(service), await makePublished(service)];
  const holdId = await hold(during);
  const lasting = async () => {
    await byOwner(during);
    await hold(during, 'released', holdId);
  };
  expect(await isFoundAgain(during, lasting)).toBe(true);
  await hold(before, 'released', await hold(before));
  service.advanceClock(1);
  expect(await isFoundAgain(before)).toBe(false);
});

test('what was found groundless, set aside or is long past does not count', async () => {
  const first = await makePublished(service);
  await decideModeration(service, await report(first), 'dismissed', 'no_breach');
  await hide(first);
  await withhold(first);
  service.advanceClock(8 * day);
  for (const change of ['delete', 'put'] as const) expect((await offer(first, change)).status).toBeLessThan(300);
  await dispute(first, 'for_provider');
  const appealed = await dispute(first, 'for_customer');
  const statement = 'I was there at nine, and nobody opened.';
  const appeal = await service.post(`/disputes/${appealed}/appeals`, { actor: first.actor, body: { statement } });
  expect(appeal.status).toBe(201);
  await decideModeration(service, appealed, 'no_finding', 'statement_confirmed');
  expect(await isFoundAgain(first)).toBe(false);
  const past = await makePublished(service);
  const ownService = '/provider-workspace/me/services/electrician';
  expect((await service.delete(ownService, { actor: past.actor })).status).toBe(204);
  await decideModeration(service, await report(past), 'upheld', 'action_taken');
  service.advanceClock(366 * day);
  expect(await isFoundAgain(past)).toBe(false);
});
