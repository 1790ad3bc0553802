import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { caseChanged } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDecided } from '../../../test/appeals.ts';
import { caseOf, makeAssigned, makeProvider, openReview, pass, submit } from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { keepEmpty } from './queries.ts';
import { expireEmptyCases, expireOverdueCases, sendCorrectionReminders } from './run-deadlines.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 8 });
});
afterAll(() => service[Symbol.asyncDispose]());

const hour = 3_600_000;
const inFourReplicas = (work: (app: Verification['app']) => Promise<number>) =>
  Promise.all(Array.from({ length: 4 }, () => work(service.app)));
const notified = async (providerId: string, template: string) =>
  (await service.emitted(notificationRequested.verification))
    .filter((payload) => payload.providerId === providerId && payload.template === template)
    .map(({ data }) => data.daysLeft ?? template);

test('reminds once 7, 3 and 1 day before the deadline; M4 the recorded expiry reads like the computed one', async () => {
  const made = await makeAssigned(service);
  const { providerId } = made;
  const { body } = await requestCorrection(service, made, ['identity']);
  const start = service.clock.now.getTime();
  const seen: unknown[][] = [];
  for (const hours of [7 * 24 - 1, 7 * 24, 10 * 24, 11 * 24, 13 * 24, 14 * 24 - 1, 14 * 24]) {
    service.clock.now = new Date(start + hours * hour);
    await inFourReplicas(sendCorrectionReminders);
    seen.push(await notified(providerId, 'correction_due'));
  }
  expect(seen).toEqual([[], [7], [7], [7, 3], [7, 3, 1], [7, 3, 1], [7, 3, 1]]);

  const read = async () => (await service.get(`/verification-cases/${made.caseId}`, { actor: made.reviewer })).body;
  const computed = await read();
  expect(computed).toMatchObject({
    state: 'expired',
    corrections: [{ id: body.id, state: 'expired', endedAt: body.dueAt }],
  });
  service.advanceClock(6 * 86_400);
  await inFourReplicas(expireOverdueCases);
  expect(await read()).toEqual(computed);
  const ends = (await service.emitted(caseChanged)).filter((payload) => payload.caseId === made.caseId);
  expect(ends.filter(({ state }) => state === 'expired')).toHaveLength(1);
  expect(await notified(providerId, 'case_expired')).toEqual(['case_expired']);
});

test('sends only the last of several missed reminders, and none when the correction is complete', async () => {
  const [late, done] = [await makeAssigned(service), await makeAssigned(service)];
  for (const made of [late, done]) await requestCorrection(service, made, ['identity']);
  await pass(service, await submit(service, done, done.caseId, 'identity'));
  service.advanceClock(13 * 86_400);
  expect(await sendCorrectionReminders(service.app)).toBe(1);
  expect(await sendCorrectionReminders(service.app)).toBe(0);
  expect(await notified(late.providerId, 'correction_due')).toEqual([1]);
  expect(await notified(done.providerId, 'correction_due')).toEqual([]);
});

test('request and case have the same deadline while the clock moves', async () => {
  const made = await makeAssigned(service);
  const start = service.clock.now.getTime();
  let ticks = 0;
  Object.defineProperty(service.clock, 'now', { configurable: true, get: () => new Date(start + ticks++) });
  const { status, body } = await requestCorrection(service, made, ['identity']);
  Object.defineProperty(service.clock, 'now', { configurable: true, writable: true, value: new Date(start + ticks) });
  expect(status).toBe(201);
  const seen = await service.get(`/verification-cases/${made.caseId}`, { actor: made.reviewer });
  expect(seen.body.correctionDueAt).toBe(body.dueAt);
});

test('a case without a document ends after 30 days; one document, a freeze and a review keep it', async () => {
  const { caseId: reviewedCaseId, ...reviewed } = await makeDecided(service);
  await openReview(service, { ...reviewed, caseId: reviewedCaseId });
  const [empty, sent, frozen] = [await makeProvider(service), await makeProvider(service), await makeProvider(service)];
  const ids = await Promise.all([empty, sent, frozen, reviewed].map(async (one) => (await caseOf(service, one)).id));
  await submit(service, sent, ids[1], 'identity');
  const openedAt = service.clock.now.getTime();
  service.clock.now = new Date(openedAt + 30 * 24 * hour - 1);
  expect(await expireEmptyCases(service.app)).toBe(0);
  await service.deliver(emergencyActionChanged, {
    ...{ actionId: randomUUID(), kind: 'freeze_case', targetId: ids[2] },
    startedAt: service.clock.now.toISOString(),
    endsAt: new Date(openedAt + 31 * 24 * hour).toISOString(),
    occurredAt: service.clock.now.toISOString(),
  });
  service.clock.now = new Date(openedAt + 30 * 24 * hour);
  await inFourReplicas(expireEmptyCases);
  const states = await Promise.all(
    [empty, sent, frozen, reviewed].map(async (one) => (await caseOf(service, one)).state),
  );
  expect(states).toEqual(['expired', 'awaiting_evidence', 'awaiting_evidence', 'awaiting_evidence']);
  expect(await notified(empty.providerId, 'case_expired')).toEqual(['case_expired']);
});

test('after a withdrawn document a case has 30 days again, and says until when it waits for one', async () => {
  const provider = await makeProvider(service);
  const { id: caseId } = await caseOf(service, provider);
  const openedAt = service.clock.now.getTime();
  const dueAfter = (days: number) => new Date(openedAt + days * 24 * hour).toISOString();
  expect(await caseOf(service, provider)).toMatchObject({ firstDocumentDueAt: dueAfter(30) });
  const { evidenceVersionId, evidenceId, providerId } = await submit(service, provider, caseId, 'identity');
  expect(await caseOf(service, provider)).toMatchObject({ firstDocumentDueAt: null });
  service.clock.now = new Date(openedAt + 31 * 24 * hour);
  const occurredAt = service.clock.now.toISOString();
  const withdrawn = { evidenceVersionId, evidenceId, caseId, providerId, requirementKey: 'identity', occurredAt };
  await service.deliver(evidenceWithdrawn, withdrawn);
  expect(await caseOf(service, provider)).toMatchObject({ firstDocumentDueAt: dueAfter(61) });
  service.clock.now = new Date(openedAt + 61 * 24 * hour - 1);
  await expireEmptyCases(service.app);
  expect(await caseOf(service, provider)).toMatchObject({ state: 'awaiting_evidence' });
  service.clock.now = new Date(openedAt + 61 * 24 * hour);
  await expireEmptyCases(service.app);
  expect(await caseOf(service, provider)).toMatchObject({ state: 'expired', firstDocumentDueAt: null });
});

test('a document that comes while its case is about to end keeps the case', async () => {
  const [empty, sent] = [await makeProvider(service), await makeProvider(service)];
  const ids = await Promise.all([empty, sent].map(async (one) => (await caseOf(service, one)).id as string));
  await submit(service, sent, ids[1] ?? '', 'identity');
  const kept = await service.db.transact(async (trx) => {
    const locked = await trx.selectFrom('verification_case').selectAll().where('id', 'in', ids).forUpdate().execute();
    return keepEmpty(trx, locked, service.clock.now);
  });
  expect(kept.map(({ id }) => id)).toEqual([ids[0]]);
});
