import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { emergencyActionChanged, overrideApproved } from '@trust/contracts/events/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReviewed } from '../../test/appeals.ts';
import { decide, makeAssigned, makeRecommended, openReview } from '../../test/make.ts';
import { requestCorrection } from '../../test/make-correction.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 3 });
});
afterAll(() => service[Symbol.asyncDispose]());

type Entry = { id: string; type: string; status: string; claimId: string | null; caseId: string; occurredAt: string };
const entries = async (actor: Actor, query = '') =>
  (await service.get(`/provider-workspace/me/verification-timeline${query}`, { actor })).body as {
    items: Entry[];
    nextCursor: string | null;
  };
const ofClaim = async (actor: Actor, claimId: string) =>
  (await entries(actor, '?limit=100')).items.filter((entry) => entry.claimId === claimId);
const days = (count: number) => service.advanceClock(count * 86_400);

test('M4 a claim that expires has an entry from that moment, which stays when a later claim replaces it', async () => {
  const made = await makeRecommended(service);
  const { claimId, validUntil } = (await decide(service, made.caseId)).body.claims[1];
  const types = async () => (await ofClaim(made.owner, claimId)).map(({ type }) => type);
  days(180);
  service.clock.now = new Date(Date.parse(validUntil) - 1);
  expect(await types()).toEqual(['claim_granted']);
  service.clock.now = new Date(validUntil);
  expect(await types()).toEqual(['claim_expired', 'claim_granted']);
  const [expired] = await ofClaim(made.owner, claimId);
  expect(expired).toMatchObject({
    id: claimId,
    status: 'expired',
    group: 'claim',
    claimType: 'licence_confirmed',
    caseId: made.caseId,
    occurredAt: validUntil,
  });
  days(1);
  await openReview(service, made, 'renewal');
  const renewal = await makeRecommended(service, { provider: made });
  expect((await decide(service, renewal.caseId)).status).toBe(201);
  expect(await types()).toEqual(['claim_superseded', 'claim_expired', 'claim_granted']);
});

test('a claim that was suspended when its validity ended has no expiry', async () => {
  const made = await makeReviewed(service);
  days(400);
  const types = (await ofClaim(made.owner, made.licenceId)).map(({ type }) => type);
  expect(types).toEqual(['claim_suspended', 'claim_granted']);
});

test('an emergency action on a claim is shown from its start, and its end when it has come', async () => {
  const made = await makeRecommended(service);
  const { claimId } = (await decide(service, made.caseId)).body.claims[0];
  const actionId = randomUUID();
  const withhold = (endsAt: Date, startedAt: Date) =>
    service.deliver(emergencyActionChanged, {
      ...{ actionId, kind: 'withhold_claim', targetId: claimId, startedAt: startedAt.toISOString() },
      ...{ endsAt: endsAt.toISOString(), occurredAt: service.clock.now.toISOString() },
    });
  const types = async () => (await ofClaim(made.owner, claimId)).map(({ type, status }) => `${type}: ${status}`);
  service.advanceClock(60);
  const start = service.clock.now;
  await withhold(new Date(start.getTime() + 86_400_000), start);
  expect(await types()).toEqual(['claim_withheld: suspended', 'claim_granted: active']);
  service.advanceClock(60);
  await withhold(service.clock.now, start);
  const all = await entries(made.owner);
  expect(await types()).toEqual(['claim_released: released', 'claim_withheld: suspended', 'claim_granted: active']);

  const paged: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await entries(made.owner, `?limit=1${cursor && `&cursor=${cursor}`}`);
    paged.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(all.items);
  expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length);
});

test('an extended deadline has an entry', async () => {
  const made = await makeAssigned(service);
  await requestCorrection(service, made, ['licence']);
  await service.deliver(overrideApproved, {
    ...{ overrideId: randomUUID(), kind: 'deadline-extension', targetId: made.caseId, days: 7 },
    occurredAt: service.clock.now.toISOString(),
  });
  expect((await entries(made.owner)).items[0]).toMatchObject({
    type: 'case_deadline_extended',
    status: 'awaiting_correction',
    group: 'case',
    caseId: made.caseId,
    claimId: null,
  });
});
