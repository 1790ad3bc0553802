import { randomUUID } from 'node:crypto';
import { emergencyActionChanged, publicationHoldChanged } from '@trust/contracts/events/operations';
import { possibleDuplicateFound, possibleDuplicateSnapshot } from '@trust/contracts/events/provider';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, type Owner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { announceProvider } from '../snapshots/announce-provider.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

const supervisor = () => operator('supervisor', { authenticatedAt: service.clock.now.getTime() / 1000 });
const now = () => service.clock.now.toISOString();
const by = (kind: 'suspend' | 'withhold' | 'reinstate' | 'release' | 'close', { id }: Owner) =>
  transition(service, supervisor(), id, kind);

/** A published provider, and another one of the same person. */
async function makePair() {
  const first = await makePublished(service);
  const again = await register(first);
  service.advanceClock(60);
  return { first, again };
}
async function register({ actor }: Owner): Promise<string> {
  const body = { displayName: `Volt ${randomUUID()}`, kind: 'individual', operatingModel: 'travels' };
  const headers = { 'idempotency-key': randomUUID() };
  return (await service.post('/providers', { actor, headers, body })).body.id;
}

/** When the provider was in question, as each announcement of its pair with the other one says. */
const heard = async ({ first, again }: { first: Owner; again: string }) =>
  (await service.emitted(possibleDuplicateFound))
    .filter(
      ({ providerId, otherProviderId }) =>
        [first.id, again].sort().join() === [providerId, otherProviderId].sort().join(),
    )
    .map(({ inQuestionAt }) => inQuestionAt);

function hold({ id: providerId }: Owner, state: 'held' | 'released' = 'held', holdId: string = randomUUID()) {
  return service.deliver(publicationHoldChanged, { holdId, providerId, state, occurredAt: now() });
}
function hide({ id: targetId }: Owner, action: object = {}) {
  const endsAt = new Date(service.clock.now.getTime() + 86_400_000).toISOString();
  const facts = { actionId: randomUUID(), startedAt: now(), endsAt, occurredAt: now(), ...action };
  return service.deliver(emergencyActionChanged, { ...facts, kind: 'suspend_provider_listing', targetId });
}
function decide({ id: providerId }: Owner, outcome: 'verified' | 'not_verified', facts: object = {}) {
  return service.deliver(caseChanged, {
    ...{ caseId: randomUUID(), providerId, categoryKey: 'electrician', requirementVersionId: randomUUID() },
    ...{ requirementKeys: ['liability-insurance'], state: 'decided', outcome, duties: [], dueAt: null },
    ...{ recommenderId: randomUUID(), openedAt: '2026-01-05T09:00:00.000Z', decidedAt: now(), occurredAt: now() },
    ...facts,
  });
}

const mark = (first: Owner) => {
  const open = { state: 'awaiting_correction', outcome: null, recommenderId: null, decidedAt: undefined };
  return decide(first, 'verified', { ...open, refusedForGoodAt: now() });
};

test.each([
  ['suspend it', (first: Owner) => by('suspend', first)],
  ['withhold it', (first: Owner) => by('withhold', first)],
  ['hold it for an incident', (first: Owner) => hold(first)],
  ['hide it by an emergency action', (first: Owner) => hide(first)],
  ['refuse its case', (first: Owner) => decide(first, 'not_verified')],
  ['refuse one of its documents for good', (first: Owner) => decide(first, 'verified', { refusedForGoodAt: now() })],
  ['mark one of its documents as final', (first: Owner) => mark(first)],
])('T1 the other providers of a person are announced again when operators %s', async (_what, act) => {
  const pair = await makePair();
  expect(await heard(pair)).toEqual([undefined]);
  await act(pair.first);
  const at = now();
  expect(await heard(pair)).toEqual([undefined, at]);
  const later = await register(pair.first);
  expect(await heard({ ...pair, again: later })).toEqual([at]);
  await service.db.transact((trx) => announceProvider(trx, pair.again, service.app));
  expect(await service.emitted(possibleDuplicateSnapshot)).toContainEqual(
    expect.objectContaining({ providerId: pair.again, otherProviderId: pair.first.id, inQuestionAt: at }),
  );
});

test('T1 what is announced twice, lifted or decided for the provider announces no pair', async () => {
  const pair = await makePair();
  const { first } = pair;
  await decide(first, 'verified', { decidedAt: now() });
  expect(await heard(pair)).toEqual([undefined]);
  const [held, actionId, caseId] = [randomUUID(), randomUUID(), randomUUID()];
  const startedAt = now();
  const decidedAt = startedAt;
  for (let repeat = 0; repeat < 2; repeat++) {
    await hold(first, 'held', held);
    await hide(first, { actionId, startedAt });
    await decide(first, 'not_verified', { caseId, decidedAt });
    service.advanceClock(60);
  }
  await hide(first, { actionId, startedAt, endsAt: now() });
  await hold(first, 'released', held);
  await by('suspend', first);
  const suspendedAt = now();
  service.advanceClock(60);
  await by('reinstate', first);
  expect(await heard(pair)).toEqual([undefined, startedAt, suspendedAt]);
});

test('T1 each new measure announces the pair again, and none announces a closed provider', async () => {
  const { first, again } = await makePair();
  const closed = await register(first);
  await decide({ ...first, id: closed }, 'not_verified');
  await by('suspend', first);
  const times = [now()];
  await transition(service, first.actor, closed, 'close');
  service.advanceClock(60);
  await hold(first);
  times.push(now());
  expect(await heard({ first, again })).toEqual([undefined, ...times]);
  expect((await heard({ first, again: closed })).at(-1)).toBe(times[0]);
});

test('a hold that is announced again keeps the times of its begin and its end', async () => {
  const { first } = await makePair();
  const holdId = randomUUID();
  const row = () =>
    service.db
      .selectFrom('publication_hold')
      .select(['held_at', 'changed_at'])
      .where('hold_id', '=', holdId)
      .executeTakeFirstOrThrow();
  const held_at = service.clock.now;
  for (const state of ['held', 'released'] as const) {
    await hold(first, state, holdId);
    const changed_at = service.clock.now;
    service.advanceClock(60);
    await hold(first, state, holdId);
    expect(await row()).toEqual({ held_at, changed_at });
  }
});
