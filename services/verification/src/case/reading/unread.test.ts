import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import { reviewGranted } from '@trust/contracts/events/evidence';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appeal,
  assignAppeal,
  decideAppeal,
  makeAppealInReview,
  makeDecided,
  overturning,
} from '../../../test/appeals.ts';
import {
  check as checkRead,
  considering,
  currentVersions,
  grantAll,
  ifMatch,
  makeAssigned,
  makeRecommended,
  read,
  reason,
  recommend,
} from '../../../test/make.ts';
import { subjectOf } from '../../../test/make-subjects.ts';
import { keys } from '../../../test/make-version.ts';
import { assignDutyRaw, insertDecisionRaw, insertLineRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { activeAssignments } from '../record/assignments.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const notRead = (...fields: string[]) => ({
  status: 409,
  body: {
    type: 'http://trust.test/problems/document-not-read',
    errors: fields.map((field) => ({ field, code: 'not_read' })),
  },
});
const retryAfter = ({ headers }: { headers: Headers }) => headers.get('retry-after');

type Assigned = { caseId: string; reviewer: Actor };

/** Without reading anything first. */
async function check({ caseId, reviewer }: Assigned, body: Record<string, unknown> = {}) {
  const evidenceVersionId = (await currentVersions(service, caseId)).get('licence');
  const subjectId = await subjectOf(service, caseId, 'licence');
  return service.post(`/verification-cases/${caseId}/checks`, {
    actor: reviewer,
    body: {
      ...{
        requirementKey: 'licence',
        evidenceVersionId,
        subjectId,
        providerKind: 'organisation',
        method: 'document_review',
        result: 'clear',
        reason,
      },
      ...body,
    },
  });
}

const licenceOf = async (caseId: string) => (await currentVersions(service, caseId)).get('licence') ?? '';
const checksOf = (caseId: string) =>
  service.db.selectFrom('case_check').select('id').where('case_id', '=', caseId).execute();

async function grant({ userId: reviewerId }: Actor, caseId: string, evidenceVersionId: string): Promise<void> {
  const held = (await activeAssignments(service.db, caseId)).find(({ assignee_id }) => assignee_id === reviewerId);
  const of = { evidenceVersionId, caseId, reviewerId, assignmentId: held?.id ?? '' };
  await service.deliver(reviewGranted, { ...of, occurredAt: service.clock.now.toISOString() });
}

test('T2 a check by document review needs a whole read of that version, and other methods need none', async () => {
  const made = await makeAssigned(service);
  const refused = await check(made);
  expect(refused).toMatchObject(notRead('evidenceVersionId'));
  expect([retryAfter(refused), await checksOf(made.caseId)]).toEqual([null, []]);
  expect((await check(made, { method: 'register_check' })).status).toBe(201);

  const other = (await currentVersions(service, made.caseId)).get('identity') ?? '';
  await read(service, made.reviewer, made.caseId, [other]);
  expect(await check(made)).toMatchObject(notRead('evidenceVersionId'));
  await read(service, made.reviewer, made.caseId, [await licenceOf(made.caseId)]);
  expect((await check(made)).status).toBe(201);
});

test('T2 a read may be on its way for 16 minutes after the last grant, then the refusal is final', async () => {
  const made = await makeAssigned(service);
  const licence = await licenceOf(made.caseId);
  await grant(made.reviewer, made.caseId, licence);
  service.advanceClock(15 * 60);
  await grant(made.reviewer, made.caseId, licence);
  service.advanceClock(16 * 60 - 1);
  expect(retryAfter(await check(made))).toBe('1');
  service.advanceClock(1);
  expect(retryAfter(await check(made))).toBeNull();
  await read(service, made.reviewer, made.caseId, [licence]);
  expect((await check(made)).status).toBe(201);
});

test('T2 a read counts for its reader and the present duty only', async () => {
  const made = await makeAssigned(service);
  const licence = await licenceOf(made.caseId);
  const assign = (assigneeId: string) =>
    service.post(`/verification-cases/${made.caseId}/assign`, {
      actor: operator('triage'),
      body: { assigneeId, duty: 'review', reason },
    });
  await read(service, made.reviewer, made.caseId, [licence]);
  const other = await service.known(operator('reviewer'));
  expect((await assign(other.userId)).status).toBe(200);
  expect(await check({ ...made, reviewer: other })).toMatchObject(notRead('evidenceVersionId'));
  expect((await assign(made.reviewer.userId)).status).toBe(200);
  expect(await check(made)).toMatchObject(notRead('evidenceVersionId'));
  await read(service, made.reviewer, made.caseId, [licence]);
  expect((await check(made)).status).toBe(201);

  const shown = await service.get(`/verification-cases/${made.caseId}`, { actor: made.reviewer });
  const { evidence } = shown.body.requirements.find((one: { key: string }) => one.key === 'licence');
  const { userId: operatorId } = made.reviewer;
  const mine = { operatorId, operatorName: 'former operator', duty: 'review', readAt: service.clock.now.toISOString() };
  expect(evidence.readBy).toEqual([mine, mine]);
});

async function recommended() {
  const made = await makeRecommended(service);
  const decider = operator('decider');
  const duty = { actor: decider, body: { duty: 'decide', reason } };
  expect((await service.post(`/verification-cases/${made.caseId}/assign`, duty)).status).toBe(200);
  return { ...made, decider };
}

async function decideUnread({ caseId, decider }: { caseId: string; decider: Actor }, body: object = {}) {
  return service.post(`/verification-cases/${caseId}/decisions`, {
    actor: decider,
    headers: { 'idempotency-key': randomUUID(), ...(await ifMatch(service, caseId)) },
    body: {
      ...{ outcome: 'verified', claims: considering(grantAll, await currentVersions(service, caseId)) },
      ...{ reasonCodes: ['documents_consistent'], reason, ...body },
    },
  });
}

const receipt = async (path: string, actor: Actor, accept = 'application/json') =>
  (await service.get(`${path}/receipt`, { actor, headers: { accept, 'accept-language': 'fr' } })).body;

test('T2 a decision needs a read of every document by the decider', async () => {
  const made = await recommended();
  expect(await decideUnread(made)).toMatchObject(notRead('claims.0.evidenceVersionId', 'claims.1.evidenceVersionId'));
  await read(service, made.decider, made.caseId, [await licenceOf(made.caseId)]);
  const missing = await decideUnread(made);
  expect(missing).toMatchObject(notRead('claims.0.evidenceVersionId'));
  await read(service, made.decider, made.caseId, (await currentVersions(service, made.caseId)).values());
  const decided = await decideUnread(made, { notReadReason: reason });
  expect(decided).toMatchObject({ status: 201, body: { notReadReason: null } });
  const path = `/verification-cases/${made.caseId}/decisions/${decided.body.id}`;
  expect(await receipt(path, made.owner)).toMatchObject({ documentsReadBy: 'decider' });
});

test('T2 a decider who has not read says why: audited, and the receipt says only who has read', async () => {
  const made = await recommended();
  const notReadReason = 'We compared the papers at one desk.';
  const decided = await decideUnread(made, { notReadReason });
  expect(decided).toMatchObject({ status: 201, body: { notReadReason } });
  expect((await service.emitted(auditRecorded.verification)).at(-1)).toMatchObject({
    action: 'createDecision',
    after: { notReadReason, documentsNotRead: 2 },
  });
  const path = `/verification-cases/${made.caseId}/decisions/${decided.body.id}`;
  const [json, page] = [await receipt(path, made.owner), await receipt(path, made.owner, 'text/html')];
  expect(json).toMatchObject({ documentsReadBy: 'reviewer' });
  expect(String(page)).toContain('La décision s’appuie sur la lecture de la personne qui a examiné le dossier');
  expect(JSON.stringify(json) + String(page)).not.toContain(notReadReason);
  // A document that was checked by a register, and that nobody opened.
  const licence = await licenceOf(made.caseId);
  await service.db
    .updateTable('document_reading')
    .set({ read_at: null })
    .where('evidence_version_id', '=', licence)
    .execute();
  expect(await receipt(path, made.owner)).toMatchObject({ documentsReadBy: 'not_all' });
});

test('T2 an appeal is checked and decided by somebody who has read', async () => {
  const made = await makeAppealInReview(service, await makeDecided(service));
  const path = `/verification-cases/${made.caseId}/appeals/${made.appealId}`;
  const judge = (route: string, body: object) =>
    service.post(`${path}/${route}`, {
      actor: made.assignee,
      headers: { 'idempotency-key': randomUUID() },
      body: { reason, ...body },
    });
  const evidenceVersionId = await licenceOf(made.caseId);
  const subjectId = await subjectOf(service, made.caseId, 'licence');
  const licence = {
    requirementKey: 'licence',
    evidenceVersionId,
    subjectId,
    providerKind: 'organisation',
    method: 'document_review',
    result: 'clear',
  };
  expect(await judge('checks', licence)).toMatchObject(notRead('evidenceVersionId'));
  const uphold = { outcome: 'upheld', reasonCodes: ['decision_confirmed'] };
  expect(await judge('decisions', uphold)).toMatchObject(notRead(...keys.map((key) => `requirements.${key}`)));
  const claims = considering(overturning.claims, await currentVersions(service, made.caseId));
  const overturned = await judge('recommendations', { ...overturning, claims });
  expect(overturned).toMatchObject(notRead('claims.0.evidenceVersionId', 'claims.1.evidenceVersionId'));

  await read(service, made.assignee, made.caseId, [evidenceVersionId]);
  expect((await judge('checks', licence)).status).toBe(201);
  const decided = await judge('decisions', { ...uphold, notReadReason: reason });
  expect(decided).toMatchObject({ status: 201, body: { result: { notReadReason: reason } } });
  expect(await receipt(path, made.owner)).toMatchObject({ documentsReadBy: 'reviewer' });
});

test('T2 who finds an appeal inadmissible judges no document', async () => {
  const made = await makeDecided(service);
  const { body } = await appeal(service, made);
  const assignee = operator('decider');
  await assignAppeal(service, made.caseId, assignee);
  const path = `/verification-cases/${made.caseId}/appeals/${body.id}`;
  const decided = await service.post(`${path}/decisions`, {
    actor: assignee,
    headers: { 'idempotency-key': randomUUID() },
    body: { outcome: 'inadmissible', reasonCodes: ['decision_confirmed'], reason },
  });
  expect(decided).toMatchObject({ status: 201, body: { result: { notReadReason: null } } });
  expect(await receipt(path, made.owner)).toMatchObject({ documentsReadBy: null });
});

test('T2 the database rejects judgements of what the person has not read', async () => {
  const made = await makeRecommended(service);
  const insertCheck = (by: string) => sql`
    insert into case_check (id, case_id, requirement_key, evidence_version_id, requirement_version_id, method, result, limitations,
      reason, checked_by, checked_at)
    select ${randomUUID()}, c.id, r.requirement_key, r.evidence_version_id, c.requirement_version_id, 'document_review', 'clear', '{}',
      ${reason}, ${by}, now()
    from verification_case c join case_requirement r on r.case_id = c.id and r.requirement_key = 'licence'`;
  const assigned = await makeAssigned(service);
  await expect(
    sql`${insertCheck(assigned.reviewer.userId)} where c.id = ${assigned.caseId}`.execute(service.db),
  ).rejects.toThrow(/checker has not read/);

  const decider = await assignDutyRaw(service, made.caseId);
  const line = (why: string | null) =>
    service.db.transact(async (trx) => {
      const id = await insertDecisionRaw(trx, made.caseId, decider, 'not_verified', why);
      await insertLineRaw(trx, id, 'licence', 'refused');
    });
  await expect(line(null)).rejects.toThrow(/decider has not read/);
  await expect(line(reason)).rejects.toThrow(/not whole/);

  const appealed = await makeAppealInReview(service, await makeDecided(service));
  const uphold = (why: string | null) => sql`
    insert into appeal_decision (appeal_id, appealed_decider_id, outcome, decider_id, reason_codes, reason, not_read_reason,
      policy_version, audit_entry_id, decided_at)
    select id, appealed_decider_id, 'upheld', ${appealed.assignee.userId}, '{any}', ${reason}, ${why}, '2026-11', ${randomUUID()},
      now() from appeal where id = ${appealed.appealId}`;
  await expect(uphold(null).execute(service.db)).rejects.toThrow(/has not read the documents of the appeal/);
  await expect(uphold(reason).execute(service.db)).rejects.toThrow(/do not agree/);
  expect((await decideAppeal(service, appealed)).status).toBe(201);
});

test('T2 nobody recommends on the checks of a replaced reviewer without reading the documents', async () => {
  const made = await makeAssigned(service);
  for (const requirementKey of keys) expect((await checkRead(service, made, { requirementKey })).status).toBe(201);
  const successor = await service.known(operator('reviewer'));
  const assigned = await service.post(`/verification-cases/${made.caseId}/assign`, {
    actor: operator('triage'),
    body: { assigneeId: successor.userId, duty: 'review', reason },
  });
  expect(assigned.status).toBe(200);
  const on = { caseId: made.caseId, reviewer: successor };
  expect(await recommend(service, on)).toMatchObject(notRead(...keys.map((key) => `requirements.${key}`)));
  await read(service, successor, made.caseId, (await currentVersions(service, made.caseId)).values());
  expect((await recommend(service, on)).status).toBe(201);
});
