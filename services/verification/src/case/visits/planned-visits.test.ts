import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { fieldVisitCancelled } from '@trust/contracts/events/field-visits';
import { serviceRemoved } from '@trust/contracts/events/provider';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, makeAssigned, makeProvider, makeReviewable, reason, recommend } from '../../../test/make.ts';
import { endSubject, nameSubject, subjectOf } from '../../../test/make-subjects.ts';
import { planVisit, requestVisit, workItem } from '../../../test/make-visit.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type Made = Awaited<ReturnType<typeof makeAssigned>>;

const makeWithVisit = async () => makeAssigned(service, await makeProvider(service, { fieldVisit: 'identity' }));
const visitsOf = async ({ caseId, reviewer }: Pick<Made, 'caseId' | 'reviewer'>) =>
  (await service.get(`/verification-cases/${caseId}`, { actor: reviewer })).body.fieldVisits;
const cancelled = async (fieldVisitId: string) =>
  (await service.emitted(fieldVisitCancelled)).filter((event) => event.fieldVisitId === fieldVisitId);
const missing = {
  status: 409,
  body: { errors: [{ field: 'requirements.identity', code: 'field_submission_missing' }] },
};

async function checkAll(made: Made, more: object = {}) {
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey, ...more });
}

test('the results of a visit that operations planned unlock a recommendation like those of a requested one', async () => {
  const made = await makeWithVisit();
  const work = await planVisit(service, made);
  const subjectId = await subjectOf(service, made.caseId, 'identity');
  expect(await visitsOf(made)).toMatchObject([{ id: work.fieldVisitId, state: 'created', subjectId, reason: null }]);
  expect((await service.emitted(auditRecorded.verification)).at(-1)).toMatchObject({
    action: 'planFieldVisit',
    objectId: made.caseId,
    after: { fieldVisitId: work.fieldVisitId, requirementKey: 'identity', subjectId, state: 'created' },
  });
  await work.scheduled('2026-01-13T09:00:00.000Z');
  await checkAll(made);
  expect(await recommend(service, made)).toMatchObject(missing);
  const fieldSubmissionId = await work.accepted();
  const byVisit = await check(service, made, { requirementKey: 'identity', method: 'field_visit' });
  expect(byVisit).toMatchObject({ status: 201, body: { fieldSubmissionId } });
  expect((await recommend(service, made)).status).toBe(201);
  expect((await decide(service, made.caseId)).status).toBe(201);
});

test('operations plans a visit before anybody reviews the case, and the reviewer can cancel it', async () => {
  const made = await makeReviewable(service);
  const work = await planVisit(service, made);
  const assigned = { ...(await makeAssigned(service, made, undefined, [])), ...work };
  expect(await visitsOf(assigned)).toMatchObject([{ id: work.fieldVisitId, state: 'created' }]);
  const body = { requirementKey: 'identity', reason };
  const path = `/verification-cases/${made.caseId}/field-visits`;
  expect(await service.post(path, { actor: assigned.reviewer, body })).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'visit_open' }] },
  });
  await service.post(`${path}/${work.fieldVisitId}/cancel`, { actor: assigned.reviewer, body: { reason } });
  expect(await cancelled(work.fieldVisitId)).toMatchObject([{ reason: 'cancelled_by_reviewer' }]);
});

test('T1 a planned visit is of what was current when operations planned it', async () => {
  const made = await makeWithVisit();
  const moved = await planVisit(service, made);
  await endSubject(service, made.providerId, 'person');
  await nameSubject(service, made.providerId, 'person');
  await moved.accepted();
  await checkAll(made);
  expect(await recommend(service, made)).toMatchObject(missing);

  const planned = service.clock.now;
  service.advanceClock(60);
  await endSubject(service, made.providerId, 'person');
  await nameSubject(service, made.providerId, 'person');
  const now = service.clock.now;
  service.clock.now = planned;
  const late = await planVisit(service, made);
  service.clock.now = now;
  await late.accepted();
  const stored = (await visitsOf(made)).find(({ id }: { id: string }) => id === late.fieldVisitId);
  expect(stored).toMatchObject({
    state: 'cancelled',
    endReason: 'subject_not_current',
    subjectId: null,
  });
  expect(await cancelled(late.fieldVisitId)).toMatchObject([{ reason: 'subject_not_current' }]);
  await checkAll(made, { earlierDocumentReason: 'The document names the same person.' });
  expect(await recommend(service, made)).toMatchObject(missing);
});

test('T1 the database keeps a planned visit to what was named before it', async () => {
  const made = await makeWithVisit();
  const subjectId = await subjectOf(service, made.caseId, 'identity');
  const insert = (at: Date, id = randomUUID(), subject = subjectId) =>
    sql`insert into field_visit (id, case_id, requirement_version_id, requirement_key, subject_id, requested_at)
      values (${id}, ${made.caseId}, ${made.requirementVersionId}, 'identity', ${subject}, ${at})`.execute(service.db);
  await expect(insert(new Date(service.clock.now.getTime() - 1))).rejects.toThrow(/not current/);
  const id = randomUUID();
  await insert(service.clock.now, id, null);
  const set = sql`update field_visit set state = 'created', work_item_id = ${id} where id = ${id}`;
  await expect(set.execute(service.db)).rejects.toMatchObject({ constraint: 'planned_visit_has_subject' });
});

test.each(['withdrawn', 'decided'])('a visit that was planned for a case that is %s is cancelled', async (end) => {
  const made = await makeAssigned(service);
  const { providerId, selectionId, categoryKey } = made;
  if (end === 'withdrawn') await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  else {
    await checkAll(made);
    await recommend(service, made);
    expect((await decide(service, made.caseId)).status).toBe(201);
  }
  const work = await planVisit(service, made);
  expect(await cancelled(work.fieldVisitId)).toMatchObject([{ reason: `case_${end}` }]);
  await work.scheduled('2026-01-13T09:00:00.000Z');
  await work.accepted();
  expect(await visitsOf(made)).toMatchObject([{ state: 'cancelled', submission: null }]);
});

test('M3 a planned item serves the visit that a reviewer requested meanwhile', async () => {
  const made = await requestVisit(service);
  const work = await planVisit(service, made);
  expect(await visitsOf(made)).toMatchObject([{ id: made.fieldVisitId, state: 'created', reason }]);
  const submissionId = await work.accepted();
  expect(await visitsOf(made)).toMatchObject([{ state: 'accepted', submission: { id: submissionId } }]);
  await workItem(service, made).created();
  expect(await visitsOf(made)).toMatchObject([{ state: 'accepted', submission: { id: submissionId } }]);
});

test('E3 a planned item waits until the end of the item before it has arrived', async () => {
  const made = await makeAssigned(service);
  const first = await planVisit(service, made);
  await expect(planVisit(service, made)).rejects.toThrow(/has not ended/);
  await first.cancelled();
  service.advanceClock(1);
  await planVisit(service, made);
  expect(await visitsOf(made)).toMatchObject([{ state: 'cancelled' }, { state: 'created' }]);
});
