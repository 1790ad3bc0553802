import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { invitationAwaitingApproval } from '@trust/contracts/events/representatives';
import { caseChanged, caseOpened } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppeal, makeAppealInReview, makeDecided, makeReviewed, overturnAppeal } from '../../test/appeals.ts';
import { decideCase } from '../../test/decide-case.ts';
import { holding } from '../../test/holding.ts';
import {
  caseOf,
  granting,
  makeAssigned,
  makeProvider,
  makeRecommended,
  makeReviewable,
  openReview,
  pass,
  reason,
  submit,
} from '../../test/make.ts';
import { requestCorrection } from '../../test/make-correction.ts';
import { endSubject, nameSubject } from '../../test/make-subjects.ts';
import { assignRaw } from '../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 3 });
});
afterAll(() => service[Symbol.asyncDispose]());

const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const take = (actor: Actor, caseId: string, duty: string, verb = 'assign') =>
  service.post(`/verification-cases/${caseId}/${verb}`, { actor, body: { duty, reason } });
const status = async (actor: Actor, caseId: string, path = '') =>
  (await service.get(`/verification-cases/${caseId}${path}`, { actor })).status;
/** As operations keeps it. */
const announced = async (id: string) => {
  const changed = (await service.emitted(caseChanged)).findLast(({ caseId }) => caseId === id);
  return changed ?? (await service.emitted(caseOpened)).findLast(({ caseId }) => caseId === id);
};
const excluded = async (id: string) => (await announced(id))?.excludedIds ?? [];
const countEvents = async (id: string) =>
  (await service.emitted(caseChanged)).filter(({ caseId }) => caseId === id).length;

async function accepts({ userId }: Actor, providerId: string, days = 7): Promise<void> {
  const { now } = service.clock;
  const [expiresAt, occurredAt] = [new Date(now.getTime() + days * 86_400_000).toISOString(), now.toISOString()];
  const invitationId = randomUUID();
  await service.deliver(invitationAwaitingApproval, { invitationId, providerId, userId, expiresAt, occurredAt });
}

async function names(providerId: string, personId: string): Promise<void> {
  service.advanceClock(1);
  await endSubject(service, providerId, 'person');
  await nameSubject(service, providerId, 'person', { personId });
}

/** A case that waits for its reviewer, and another provider for which its person answers. */
async function makeBesides(personId: string = randomUUID()) {
  const [made, other] = [await makeReviewable(service), await makeProvider(service)];
  for (const { providerId } of [made, other]) await names(providerId, personId);
  return { ...made, other };
}

test('Z3 who stands with another provider of the person is shown no free duty, and told why they get none', async () => {
  const { caseId, other } = await makeBesides();
  const [side, colleague] = [await service.known(operator('reviewer')), await service.known(operator('reviewer'))];
  expect(await status(side, caseId)).toBe(200);
  await accepts(side, other.providerId);
  for (const path of ['', '/checks', '/appeals']) expect(await status(side, caseId, path), path).toBe(404);
  expect(await status(colleague, caseId)).toBe(200);
  expect(await status(operator('triage'), caseId)).toBe(200);
  expect(await take(side, caseId, 'review')).toMatchObject(separation);
  expect(await excluded(caseId)).toEqual([side.userId]);
});

test('Z3 who holds the duty when they accept reads the case, and is announced as excluded', async () => {
  const { other, ...made } = await makeBesides();
  const { caseId, reviewer } = await makeAssigned(service, made, undefined, []);
  await accepts(reviewer, other.providerId);
  expect(await status(reviewer, caseId)).toBe(200);
  expect(await announced(caseId)).toMatchObject({
    ...{ excludedIds: [reviewer.userId], duties: [{ assigneeId: reviewer.userId }] },
  });
});

test('Z3 the excluded follow who is named in either provider, and no other case is announced', async () => {
  const { caseId, other } = await makeBesides();
  const [side, unrelated] = [await service.known(operator('decider')), await makeReviewable(service)];
  const [joined, joining, before] = [await makeProvider(service), randomUUID(), await countEvents(unrelated.caseId)];
  await accepts(side, joined.providerId);
  expect(await excluded(caseId)).toEqual([]);
  const earlier = await makeReviewable(service);
  await names(earlier.providerId, joining);
  expect(await excluded(earlier.caseId)).toEqual([]);
  await names(joined.providerId, joining);
  expect(await excluded(earlier.caseId)).toEqual([side.userId]);
  expect(await excluded(caseId)).toEqual([]);
  await names(other.providerId, joining);
  expect(await excluded(caseId)).toEqual([]);
  const { caseId: ofOther } = await makeReviewable(service, other);
  expect(await excluded(ofOther)).toEqual([side.userId]);
  const direct = await makeReviewable(service);
  await names(direct.providerId, joining);
  expect(await excluded(direct.caseId)).toEqual([side.userId]);
  expect(await countEvents(unrelated.caseId)).toBe(before);
  const events = await countEvents(direct.caseId);
  await names(direct.providerId, joining);
  expect(await countEvents(direct.caseId)).toBe(events);
});

test('Z3 who becomes an operator while they stand with a provider is excluded; nobody else is announced', async () => {
  const { caseId, other } = await makeBesides();
  const side = operator('reviewer');
  await accepts(side, other.providerId);
  expect(await excluded(caseId)).toEqual([]);
  await service.announce(side, ['operations.triage.read']);
  expect(await excluded(caseId)).toEqual([]);
  service.advanceClock(1);
  await service.known(side);
  expect(await excluded(caseId)).toEqual([side.userId]);
  service.advanceClock(1);
  await service.announce(side, []);
  expect(await excluded(caseId)).toEqual([]);
});

test('Z3 who waited for an approval that never came is shown a case that opened after the wait', async () => {
  const personId = randomUUID();
  const { other } = await makeBesides(personId);
  const side = await service.known(operator('reviewer'));
  await accepts(side, other.providerId, 1);
  service.advanceClock(86_401);
  const later = await makeReviewable(service);
  await names(later.providerId, personId);
  expect(await excluded(later.caseId)).toEqual([]);
  expect(await status(side, later.caseId)).toBe(200);
});

test('Z3 who judged a review of the case is shown no appeal in it', async () => {
  const first = await makeDecided(service);
  service.advanceClock(60);
  await openReview(service, first, 'review', ['identity']);
  const claims = granting('identity_confirmed');
  const { decider: both, ...review } = await decideCase(service, { provider: first, of: ['identity'], claims });
  expect(review.caseId).not.toBe(first.caseId);
  await makeAppeal(service, first);
  expect(await excluded(first.caseId)).toEqual(
    [first.reviewer, first.decider, review.reviewer, both].map(({ userId }) => userId).sort(),
  );
  await holding(service).claimed(first.caseId, both, { endedBecause: 'moved_on' });
  expect(await status(both, first.caseId)).toBe(404);
  expect(await take(both, first.caseId, 'appeal')).toMatchObject(separation);
  expect(await status(await service.known(operator('decider')), first.caseId)).toBe(200);
});

test('Z3 whoever has a duty of a review or its appeal is excluded from the other until they give it back', async () => {
  const appealed = await makeAppeal(service, await makeDecided(service));
  await openReview(service, appealed);
  const review = await makeRecommended(service, { provider: appealed });
  const both = await service.known(operator('decider'));
  for (const [taken, duty, beside] of [
    [review.caseId, 'decide', appealed.caseId],
    [appealed.caseId, 'appeal', review.caseId],
  ] as const) {
    expect(await excluded(beside)).not.toContain(both.userId);
    expect((await take(both, taken, duty)).status).toBe(200);
    expect(await excluded(beside)).toContain(both.userId);
    expect(await status(both, beside)).toBe(404);
    expect((await take(both, taken, duty, 'release')).status).toBe(200);
    expect(await excluded(beside)).not.toContain(both.userId);
  }
});

test('Z3 who judged a case that grants a claim on appeal is excluded from the open review of the claim', async () => {
  const first = await makeDecided(service);
  service.advanceClock(60);
  await openReview(service, first, 'renewal', ['identity']);
  const claims = granting('identity_confirmed');
  const renewal = await decideCase(service, { provider: first, of: ['identity'], claims });
  const appealed = await makeAppealInReview(service, first);
  await openReview(service, renewal);
  const { id } = await caseOf(service, first);
  const judges = [renewal.reviewer, renewal.decider].map(({ userId }) => userId).sort();
  expect(await excluded(id)).toEqual(judges);
  const granted = { outcome: 'partly_overturned', claims: granting('licence_confirmed') };
  expect((await overturnAppeal(service, appealed, granted)).status).toBe(201);
  expect(await excluded(id)).toEqual(expect.arrayContaining([...judges, first.reviewer.userId, first.decider.userId]));
});

test('Z3 who decided a part is excluded from the review that follows their correction request', async () => {
  const made = await makeRecommended(service);
  const permissions = [...operator('reviewer').permissions, ...operator('decider').permissions];
  const both = await service.known({ ...operator('decider'), permissions });
  expect((await take(both, made.caseId, 'decide')).status).toBe(200);
  await requestCorrection(service, { ...made, reviewer: both }, ['licence']);
  await pass(service, await submit(service, made, made.caseId, 'licence'));
  expect(await announced(made.caseId)).toMatchObject({ state: 'in_review', excludedIds: [both.userId] });
  await take(operator('triage'), made.caseId, 'review', 'release');
  expect(await take(both, made.caseId, 'review')).toMatchObject(separation);
  expect(await status(operator('reviewer'), made.caseId)).toBe(200);
});

test('Z3 who gave a review back is excluded from the decision, who decides from another review', async () => {
  const made = await makeAssigned(service);
  const permissions = [...operator('reviewer').permissions, ...operator('decider').permissions];
  const both = await service.known({ ...operator('reviewer'), permissions });
  await take(operator('triage'), made.caseId, 'review', 'release');
  expect((await take(both, made.caseId, 'review')).status).toBe(200);
  expect((await take(both, made.caseId, 'review', 'release')).status).toBe(200);
  expect(await excluded(made.caseId)).toEqual([]);
  await makeRecommended(service, { provider: made, of: ['identity', 'licence'] });
  expect(await excluded(made.caseId)).toContain(both.userId);
  const read = await service.get(`/verification-cases/${made.caseId}`, { actor: both });
  expect(read).toMatchObject({ status: 409, body: { taken: { reasonCode: 'released' } } });
});

const keptFrom = (userId: string, caseId: string, duty: string) =>
  sql<{ kept: boolean }>`select kept_from_duty(${userId}, ${caseId}, ${duty}::case_duty) as kept`.execute(service.db);

test('the database refuses exactly whom it names as kept from a duty', async () => {
  const everything = [...operator('reviewer').permissions, ...operator('decider').permissions];
  const known = (userId: string = randomUUID()) =>
    service.known({ ...operator('reviewer'), userId, permissions: everything });
  const reviewed = await makeReviewed(service);
  const appealed = await makeAppeal(service, reviewed);
  const [waiting, recommended] = [await makeReviewable(service), await makeRecommended(service)];
  const side = await known();
  for (const { providerId } of [waiting, recommended, appealed]) await accepts(side, providerId);
  const people = [side.userId, reviewed.reviewer.userId, reviewed.decider.userId, recommended.reviewer.userId];
  people.push((await known()).userId);
  for (const id of people) await known(id);
  for (const [caseId, duty] of [
    [waiting.caseId, 'review'],
    [recommended.caseId, 'decide'],
    [appealed.caseId, 'appeal'],
  ] as const) {
    for (const userId of people) {
      const { rows } = await keptFrom(userId, caseId, duty);
      const undone = new Error('undone');
      const insert = service.db.transact(async (trx) => {
        await assignRaw(caseId, userId, duty).execute(trx);
        throw undone;
      });
      const error = await insert.catch((thrown: unknown) => thrown);
      expect(error !== undone, `${duty} ${people.indexOf(userId)}`).toBe(rows[0]?.kept);
    }
  }
});
