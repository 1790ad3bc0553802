import { randomUUID } from 'node:crypto';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAppeal, makeAppealInReview } from '../../../test/appeals.ts';
import {
  check,
  currentVersions,
  decide,
  granting,
  makeAssigned,
  makeProvider,
  reason,
  recommend,
} from '../../../test/make.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { requestVisit, type Visited, workItem } from '../../../test/make-visit.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const byVisit = { requirementKey: 'identity', method: 'field_visit' };
const otherVisited = { status: 409, body: { errors: [{ field: 'method', code: 'other_subject_visited' }] } };

/** A provider of a category that needs a visit of its premises. */
async function makeWithPremises() {
  const provider = await makeProvider(service, { fieldVisit: 'identity', visitAbout: 'premises' });
  const subjectId = await nameSubject(service, provider.providerId, 'premises');
  return { ...(await makeAssigned(service, provider)), subjectId };
}

async function makeVisited(placeMatches: 'confirmed' | 'not_confirmed' = 'confirmed') {
  const { subjectId, ...made } = await makeWithPremises();
  const visited = await requestVisit(service, made, made);
  await workItem(service, visited).accepted(undefined, { placeMatches });
  return { ...visited, subjectId };
}

async function move({ providerId }: Visited): Promise<string> {
  await endSubject(service, providerId, 'premises');
  return nameSubject(service, providerId, 'premises');
}

const visitsOf = async ({ caseId, reviewer }: Visited) =>
  (await service.get(`/verification-cases/${caseId}`, { actor: reviewer })).body.fieldVisits;

test('T1 a check by visit of earlier premises is 409 until the current ones are visited', async () => {
  const made = await makeVisited();
  expect(await visitsOf(made)).toMatchObject([{ subjectId: made.subjectId }]);
  const moved = await move(made);
  expect(await check(service, made, byVisit)).toMatchObject(otherVisited);
  const again = await requestVisit(service, made, made);
  expect(await check(service, made, byVisit)).toMatchObject(otherVisited);
  const submissionId = await workItem(service, again).accepted();
  const checked = await check(service, made, byVisit);
  expect(checked).toMatchObject({ status: 201, body: { subjectId: moved, fieldSubmissionId: submissionId } });
  await check(service, made, { requirementKey: 'licence' });
  expect((await recommend(service, made)).status).toBe(201);
  expect((await decide(service, made.caseId)).status).toBe(201);
});

test('T1 a visit of earlier premises unlocks no recommendation, whatever the method of the check', async () => {
  const made = await makeVisited();
  await move(made);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  expect(await recommend(service, made)).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'requirements.identity', code: 'field_submission_missing' }] },
  });
  const raw = sql`insert into recommendation
      (id, case_id, outcome, limitations, reason_codes, reason, recommender_id, recommended_at)
    values (${randomUUID()}, ${made.caseId}, 'verified', '{}', '{any}', ${reason}, ${made.reviewer.userId}, now())`;
  await expect(raw.execute(service.db)).rejects.toMatchObject({ constraint: 'visit_needs_submission' });
});

test('a failed check without a subject cites the visit of earlier premises, and grants nothing', async () => {
  const made = await makeVisited();
  await move(made);
  expect(await check(service, made, { ...byVisit, result: 'failed' })).toMatchObject(otherVisited);
  const failed = await check(service, made, { ...byVisit, result: 'failed', subjectId: null });
  expect(failed).toMatchObject({ status: 201, body: { subjectId: null } });
});

test('T1 if the agent did not confirm the premises, a check by field visit can only fail', async () => {
  const made = await makeVisited('not_confirmed');
  expect(await visitsOf(made)).toMatchObject([{ submission: { placeMatches: 'not_confirmed' } }]);
  const notConfirmed = { status: 409, body: { errors: [{ field: 'method', code: 'place_not_confirmed' }] } };
  for (const result of ['clear', 'consider'])
    expect(await check(service, made, { ...byVisit, result })).toMatchObject(notConfirmed);
  expect((await check(service, made, { ...byVisit, result: 'failed' })).status).toBe(201);
  const stored = service.db.selectFrom('case_check').selectAll().where('case_id', '=', made.caseId);
  const { position: _position, ...failed } = await stored.executeTakeFirstOrThrow();
  const copied = service.db.insertInto('case_check').values({ ...failed, id: randomUUID(), result: 'clear' });
  await expect(copied.execute()).rejects.toThrow('the check cites a visit of something else');
});

test('T1 results of a day before the premises were named are refused, and the visit is cancelled', async () => {
  const made = await makeWithPremises();
  const { fieldVisitId } = await requestVisit(service, undefined, made);
  const dayBefore = new Date(service.clock.now.getTime() - 86_400_000).toISOString().slice(0, 10);
  const item = workItem(service, { caseId: made.caseId, fieldVisitId });
  await item.accepted(undefined, {}, dayBefore);
  const visit = await service.db
    .selectFrom('field_visit')
    .selectAll()
    .where('id', '=', fieldVisitId)
    .executeTakeFirst();
  expect(visit).toMatchObject({ state: 'cancelled', end_reason: 'subject_not_current' });
  expect(await check(service, made, byVisit)).toMatchObject({ status: 409 });
});

test('returns 409 `subject_missing` for a visit while the provider shows no premises', async () => {
  const made = await makeWithPremises();
  await endSubject(service, made.providerId, 'premises');
  const path = `/verification-cases/${made.caseId}/field-visits`;
  const body = { requirementKey: 'identity', reason };
  expect(await service.post(path, { actor: made.reviewer, body })).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'requirementKey', code: 'subject_missing' }] },
  });
});

test('T1 the check of an appeal cites no visit of an earlier subject', async () => {
  const provider = await makeProvider(service, { fieldVisit: 'identity' });
  const made = await requestVisit(service, provider);
  await workItem(service, made).accepted();
  await check(service, made, byVisit);
  await check(service, made, { requirementKey: 'licence' });
  await recommend(service, made);
  const decider = operator('decider');
  const claims = granting('licence_confirmed');
  const { body } = await decide(service, made.caseId, { actor: decider, claims });
  const appealed = await makeAppealInReview(service, { ...made, decider, decisionId: body.id });
  await endSubject(service, made.providerId, 'person');
  const subjectId = await nameSubject(service, made.providerId, 'person');
  const evidenceVersionId = (await currentVersions(service, made.caseId)).get('identity');
  expect(await checkAppeal(service, appealed, { ...byVisit, evidenceVersionId, subjectId })).toMatchObject(
    otherVisited,
  );
});

test('T1 the database refuses visits and checks of another subject, and a visit keeps its own', async () => {
  const made = await makeVisited();
  await check(service, made, byVisit);
  const moved = await move(made);
  const copy = sql`insert into case_check (id, case_id, requirement_key, evidence_version_id, requirement_version_id,
      subject_id, field_submission_id, method, result, limitations, reason, checked_by, checked_at)
    select ${randomUUID()}, case_id, requirement_key, evidence_version_id, requirement_version_id,
      ${moved}, field_submission_id, method, result, limitations, reason, checked_by, checked_at
    from case_check where case_id = ${made.caseId}`;
  await expect(copy.execute(service.db)).rejects.toThrow('a visit of something else');
  const visit = (subjectId: string) =>
    sql`insert into field_visit
        (id, case_id, requirement_version_id, requirement_key, requested_by, reason, requested_at, subject_id)
      values (${randomUUID()}, ${made.caseId}, ${made.requirementVersionId}, 'identity', ${made.reviewer.userId},
        ${reason}, now(), ${subjectId})`.execute(service.db);
  await expect(visit(made.subjectId)).rejects.toThrow('not current');
  await visit(moved);
  const changed = sql`update field_visit set subject_id = ${moved} where case_id = ${made.caseId}`;
  await expect(changed.execute(service.db)).rejects.toThrow();
});
