import { personErased } from '@trust/contracts/events/identity';
import { possibleDuplicateFound, possibleDuplicateSnapshot } from '@trust/contracts/events/provider';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makeOwner, type Owner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { announceProvider } from '../snapshots/announce-provider.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = operator('supervisor');
const duplicatesOf = async ({ id }: Owner) =>
  (await service.get(`/providers/${id}`, { actor: supervisor })).body.possibleDuplicates.map(
    (one: { id: string; state: string; same: string[] }) => [one.id, one.state, one.same.join()],
  );
const heard = async (providerId: string) =>
  (await service.emitted(possibleDuplicateFound))
    .filter((one) => one.providerId === providerId)
    .map(({ otherProviderId, otherIsClosed }) => [otherProviderId, otherIsClosed]);
const close = ({ actor, id }: Owner) => transition(service, actor, id, 'close');

/** As verification announces a case. */
function caseOf({ id: providerId }: Owner, facts: object, caseId = crypto.randomUUID()) {
  service.advanceClock(1);
  return service.deliver(caseChanged, {
    ...{ caseId, providerId, categoryKey: 'electrician', requirementVersionId: crypto.randomUUID() },
    ...{ requirementKeys: ['liability-insurance'], state: 'in_review' as const, outcome: null, duties: [] },
    ...{ recommenderId: null, dueAt: null, openedAt: '2026-01-05T09:00:00.000Z' },
    occurredAt: service.clock.now.toISOString(),
    ...facts,
  });
}

/** The same person registers again under the same name. */
async function again({ actor }: Owner): Promise<Owner> {
  const body = { displayName: 'Volta Électricité', kind: 'organisation', operatingModel: 'travels' };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const answer = await service.post('/providers', { actor, headers, body });
  return { actor, id: answer.body.id, publicId: answer.body.publicProviderId };
}

const adverse = {
  'a decision `not_verified`': { state: 'decided', outcome: 'not_verified' },
  'a pending decision': { state: 'recommended', recommenderId: crypto.randomUUID() },
  'a case withdrawn after a recommendation': { state: 'withdrawn', recommenderId: crypto.randomUUID() },
} as const;
test.each(Object.entries(adverse))('T1 who closes after %s stays a possible duplicate', async (_why, facts) => {
  const first = await makeActive(service);
  if (facts.state !== 'recommended') await caseOf(first, facts);
  expect((await close(first)).status).toBe(200);
  // Closed before the recommendation was known.
  if (facts.state === 'recommended') await caseOf(first, facts);
  const second = await again(first);
  expect(await duplicatesOf(second)).toContainEqual([first.id, 'closed', 'contact,name']);
  expect(await heard(second.id)).toContainEqual([first.id, true]);
  await service.db.transact((trx) => announceProvider(trx, second.id, service.app));
  const snapshots = (await service.emitted(possibleDuplicateSnapshot)).filter((one) => one.providerId === second.id);
  expect(snapshots).toContainEqual(expect.objectContaining({ otherProviderId: first.id, otherIsClosed: true }));
});

test('T1 who closes while suspended stays a possible duplicate, also of one that was registered before', async () => {
  const first = await makeActive(service);
  expect((await transition(service, supervisor, first.id, 'suspend')).status).toBe(200);
  const second = await again(first);
  expect(await heard(second.id)).toContainEqual([first.id, undefined]);
  expect((await close(first)).status).toBe(200);
  expect(await duplicatesOf(second)).toContainEqual([first.id, 'closed', 'contact,name']);
  expect(await heard(second.id)).toContainEqual([first.id, true]);
});

test('who closes with a good name is no possible duplicate', async () => {
  const first = await makeActive(service);
  await caseOf(first, { state: 'decided', outcome: 'verified', recommenderId: crypto.randomUUID() });
  await caseOf(first, { state: 'withdrawn' });
  await transition(service, supervisor, first.id, 'suspend');
  service.advanceClock(1);
  const fresh = operator('supervisor', { authenticatedAt: service.clock.now.getTime() / 1000 });
  expect((await transition(service, fresh, first.id, 'reinstate')).status).toBe(200);
  const early = await again(first);
  expect((await close(first)).status).toBe(200);
  const second = await again(first);
  for (const one of [early, second])
    expect((await duplicatesOf(one)).map(([id]: string[]) => id)).not.toContain(first.id);
  expect(await heard(early.id)).not.toContainEqual([first.id, true]);
});

test('T1 a refusal that an appeal set aside counts no more', async () => {
  const first = await makeOwner(service);
  const caseId = crypto.randomUUID();
  await caseOf(first, { state: 'decided', outcome: 'not_verified' }, caseId);
  await caseOf(first, { state: 'closed', outcome: 'verified' }, caseId);
  await close(first);
  expect((await duplicatesOf(await again(first))).map(([id]: string[]) => id)).not.toContain(first.id);
});

test('T1 a case that was recommended and sent back counts until a decision', async () => {
  const sentBack = async (...later: object[]) => {
    const first = await makeActive(service);
    const caseId = crypto.randomUUID();
    await caseOf(first, { state: 'recommended', recommenderId: crypto.randomUUID() }, caseId);
    for (const facts of [{ state: 'awaiting_correction' }, ...later]) await caseOf(first, facts, caseId);
    expect((await close(first)).status).toBe(200);
    await caseOf(first, { state: 'withdrawn' });
    return (await duplicatesOf(await again(first))).some(([id]: string[]) => id === first.id);
  };
  expect(await sentBack()).toBe(true);
  expect(await sentBack({ state: 'withdrawn' })).toBe(true);
  expect(await sentBack({ state: 'decided', outcome: 'verified' })).toBe(false);
  expect(await sentBack({ state: 'decided', outcome: 'inconclusive' })).toBe(false);
  expect(await sentBack({ state: 'decided', outcome: 'not_verified' }, { state: 'under_appeal' })).toBe(true);
});

test('T1 a provider that closes with the erasure of its owner stays a possible duplicate', async () => {
  const name = { displayName: 'Ohm & Joule' };
  const [first, colleague] = [await makeActive(service), await makeOwner(service, name)];
  await service.patch('/provider-workspace/me/profile', { actor: first.actor, body: name });
  await transition(service, supervisor, first.id, 'suspend');
  const { userId } = first.actor;
  await service.deliver(personErased, { userId, contacts: [], erasedAt: service.clock.now.toISOString() });
  expect(await heard(colleague.id)).toContainEqual([first.id, true]);
});

test('Z3 an owner does not close a provider while a case awaits its decision', async () => {
  const made = await makeActive(service);
  const caseId = crypto.randomUUID();
  const recommenderId = crypto.randomUUID();
  await caseOf(made, { state: 'recommended', recommenderId }, caseId);
  expect(await close(made)).toMatchObject({ status: 409, body: { type: 'http://trust.test/problems/state-conflict' } });
  await caseOf(made, { state: 'decided', outcome: 'not_verified', recommenderId }, caseId);
  expect((await close(made)).status).toBe(200);
});
