import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { fieldVisitCancelled, fieldVisitRequested } from '@trust/contracts/events/field-visits';
import {
  fieldSubmissionAccepted,
  fieldWorkCancelled,
  fieldWorkCreated,
  fieldWorkNotCompleted,
  fieldWorkScheduled,
} from '@trust/contracts/events/field-work';
import { serviceRemoved } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseOf, check, decide, makeAssigned, makeProvider, reason, recommend } from '../../../test/make.ts';
import { requestVisit, type Visited, workItem } from '../../../test/make-visit.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import type { FieldVisitState } from '../../db/schema.ts';
import { visitTransitions } from './transitions.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 8 });
});
afterAll(() => service[Symbol.asyncDispose]());

const states = Object.keys(visitTransitions) as FieldVisitState[];
const visitOf = async ({ caseId, reviewer }: Visited) =>
  (await service.get(`/verification-cases/${caseId}`, { actor: reviewer })).body.fieldVisits.at(-1);
const plannedOf = async (made: Visited) => (await caseOf(service, made)).requirements[0].visit;
const cancel = (made: Visited, actor = made.reviewer) =>
  service.post(`/verification-cases/${made.caseId}/field-visits/${made.fieldVisitId}/cancel`, {
    actor,
    body: { reason },
  });
const cancelled = async ({ fieldVisitId }: Visited) =>
  (await service.emitted(fieldVisitCancelled)).filter((event) => event.fieldVisitId === fieldVisitId);

test('a requested visit gets a work item, a date and a submission, which a check by `field_visit` cites', async () => {
  const made = await requestVisit(service);
  expect((await service.emitted(fieldVisitRequested)).at(-1)).toEqual({
    fieldVisitId: made.fieldVisitId,
    caseId: made.caseId,
    providerId: made.providerId,
    categoryKey: made.categoryKey,
    requirementVersionId: made.requirementVersionId,
    requirementKey: 'identity',
    occurredAt: service.clock.now.toISOString(),
  });
  expect(await visitOf(made)).toMatchObject({ state: 'requested', submission: null });
  const work = workItem(service, made);
  await work.created();
  await work.scheduled('2026-01-12T09:00:00.000Z');
  await work.scheduled('2026-01-13T09:00:00.000Z');
  const seen = await plannedOf(made);
  expect(seen).toEqual({
    state: 'scheduled',
    startsAt: '2026-01-13T09:00:00.000Z',
    endsAt: '2026-01-13T10:00:00.000Z',
    text: { en: expect.stringContaining('has a date'), fr: expect.stringContaining('a une date') },
  });
  expect((await service.emitted(notificationRequested.verification)).at(-1)).toMatchObject({
    template: 'visit_scheduled',
    providerId: made.providerId,
    data: { caseId: made.caseId },
  });
  expect(await check(service, made, { requirementKey: 'identity', method: 'field_visit' })).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'field_submission_missing' }] },
  });
  const submissionId = await work.accepted();
  expect(await visitOf(made)).toMatchObject({
    state: 'accepted',
    submission: {
      id: submissionId,
      observations: [{ key: 'workshop_present', result: 'confirmed' }],
      publicSummary: 'The workshop was seen.',
      visitedOn: '2026-01-13',
    },
  });
  const visit = await check(service, made, { requirementKey: 'identity', method: 'field_visit' });
  expect(visit).toMatchObject({ status: 201, body: { fieldSubmissionId: submissionId } });
  expect(JSON.stringify(await caseOf(service, made))).not.toMatch(/workshop|because the test/);
  const { items } = (await service.get('/provider-workspace/me/verification-timeline', { actor: made.owner })).body;
  expect(items.slice(0, 4).map(({ type }: { type: string }) => type)).toEqual([
    'case_visit_accepted',
    'case_visit_scheduled',
    'case_visit_scheduled',
    'case_visit_requested',
  ]);
});

test('returns 409 for a recommendation without the field submission that a requirement asks for', async () => {
  const provider = await makeProvider(service, { fieldVisit: 'identity' });
  const made = await requestVisit(service, provider);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  const errors = [{ field: 'requirements.identity', code: 'field_submission_missing' }];
  for (const outcome of ['verified', 'not_verified'])
    expect(await recommend(service, made, { outcome })).toMatchObject({ status: 409, body: { errors } });
  const raw = () =>
    sql`insert into recommendation (id, case_id, outcome, limitations, reason_codes, reason, recommender_id, recommended_at)
      values (${randomUUID()}, ${made.caseId}, 'verified', '{}', '{any}', ${reason}, ${made.reviewer.userId}, now())`.execute(
      service.db,
    );
  await expect(raw()).rejects.toMatchObject({ constraint: 'visit_needs_submission' });
  await workItem(service, made).accepted();
  expect((await recommend(service, made)).status).toBe(201);
  expect((await decide(service, made.caseId)).status).toBe(201);
});

test('a requirement whose check failed needs no field submission, and its claim cannot be granted', async () => {
  const provider = await makeProvider(service, { fieldVisit: 'identity' });
  const made = await requestVisit(service, provider);
  await workItem(service, made).notCompleted();
  expect(await visitOf(made)).toMatchObject({ state: 'cannot_complete', endReason: 'nobody_present' });
  expect((await requestVisit(service, made, made)).fieldVisitId).not.toBe(made.fieldVisitId);
  await check(service, made, { requirementKey: 'identity', result: 'failed' });
  await check(service, made, { requirementKey: 'licence' });
  expect((await recommend(service, made, { outcome: 'verified_with_limitations' })).status).toBe(201);
  expect(await decide(service, made.caseId)).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'claims.0.result', code: 'check_failed' }] },
  });
});

test('M3 sixteen concurrent requests open one visit for a requirement', async () => {
  const made = await makeAssigned(service);
  const path = `/verification-cases/${made.caseId}/field-visits`;
  const body = { requirementKey: 'identity', reason };
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => service.post(path, { actor: made.reviewer, body })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 201);
  for (const other of others)
    expect(other).toMatchObject({ status: 409, body: { errors: [{ field: 'requirementKey', code: 'visit_open' }] } });
});

test('returns an error for a visit that the requirement does not allow, and for anyone but the reviewer', async () => {
  const made = await requestVisit(service);
  const path = `/verification-cases/${made.caseId}/field-visits`;
  for (const [requirementKey, code] of [
    ['licence', 'field_visit_not_allowed'],
    ['none', 'unknown_requirement'],
  ])
    expect(await service.post(path, { actor: made.reviewer, body: { requirementKey, reason } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'requirementKey', code }] },
    });
  const another = operator('reviewer');
  const body = { requirementKey: 'identity', reason };
  expect((await service.post(path, { actor: another, body })).status).toBe(404);
  expect((await cancel(made, another)).status).toBe(404);
  expect((await cancel({ ...made, fieldVisitId: randomUUID() })).status).toBe(404);
  const own = { ...made.reviewer, assignments: made.owner.assignments };
  expect((await cancel(made, own)).body.title).toBe('Separation of duties');
});

test('Z3 the database rejects a visit by anyone but the assigned reviewer', async () => {
  const made = await makeAssigned(service);
  const { userId } = await service.known(operator('reviewer'));
  const insert = (by: string) =>
    sql`insert into field_visit (id, case_id, requirement_version_id, requirement_key, requested_by, reason, requested_at)
      values (${randomUUID()}, ${made.caseId}, ${made.requirementVersionId}, 'identity', ${by}, ${reason}, now())`.execute(
      service.db,
    );
  await expect(insert(userId)).rejects.toThrow(/assigned reviewer/);
  await expect(insert(made.owner.userId)).rejects.toMatchObject({ constraint: 'duty_needs_permission' });
  await insert(made.reviewer.userId);
});

test('a cancelled visit takes no submission, which the audit log shows', async () => {
  const made = await requestVisit(service);
  const work = workItem(service, made);
  await work.created();
  expect(await cancel(made)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
  expect(await cancelled(made)).toMatchObject([{ reason: 'cancelled_by_reviewer' }]);
  expect((await cancel(made)).status).toBe(400);
  const submissionId = await work.accepted();
  expect(await visitOf(made)).toMatchObject({ state: 'cancelled', submission: null });
  expect((await service.emitted(auditRecorded.verification)).at(-1)).toMatchObject({
    action: 'refuseFieldSubmission',
    after: { fieldVisitId: made.fieldVisitId, state: 'cancelled', submissionId },
  });
});

test.each(['withdrawn', 'decided'])('a case that is %s ends its open visit and announces it', async (end) => {
  const made = await requestVisit(service);
  const { providerId, selectionId, categoryKey } = made;
  if (end === 'withdrawn') await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  else {
    for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
    await recommend(service, made);
    expect((await decide(service, made.caseId)).status).toBe(201);
  }
  expect(await cancelled(made)).toMatchObject([{ reason: `case_${end}`, requirementKey: 'identity' }]);
  expect(await plannedOf(made)).toMatchObject({ state: 'cancelled' });
});

test('M1 the database rejects an end of a case that leaves a visit open', async () => {
  const made = await requestVisit(service);
  const end = service.db
    .updateTable('verification_case')
    .set({ state: 'withdrawn' })
    .where('id', '=', made.caseId)
    .execute();
  await expect(end).rejects.toThrow(/no open field visit/);
});

test('E3 answers that repeat or arrive late do not move a visit back, and an unknown visit fails', async () => {
  const made = await requestVisit(service);
  const work = workItem(service, made);
  await work.scheduled('2026-01-12T09:00:00.000Z');
  await work.created();
  expect((await visitOf(made)).state).toBe('scheduled');
  await expect(workItem(service, made).created()).rejects.toThrow(/another work item/);
  const submissionId = await work.accepted();
  await work.accepted(submissionId);
  await work.scheduled('2026-01-14T09:00:00.000Z');
  await work.cancelled();
  expect(await visitOf(made)).toMatchObject({ state: 'accepted', submission: { id: submissionId }, endReason: null });
  await expect(workItem(service, { ...made, fieldVisitId: randomUUID() }).created()).rejects.toThrow(/no case/);
});

test('E9 field work events reject undeclared fields', () => {
  const answer = { workItemId: randomUUID(), fieldVisitId: randomUUID(), caseId: randomUUID() };
  const at = { ...answer, occurredAt: '2026-01-05T09:00:00.000Z' };
  for (const [event, more] of [
    [fieldWorkCreated, {}],
    [fieldWorkScheduled, { startsAt: at.occurredAt, endsAt: at.occurredAt }],
    [fieldWorkCancelled, { reason: 'duplicate' }],
    [fieldWorkNotCompleted, { reason: 'unsafe' }],
  ] as const) {
    expect(event.payload.safeParse({ ...at, ...more }).success).toBe(true);
    expect(event.payload.safeParse({ ...at, ...more, agentName: 'A name' }).success).toBe(false);
  }
  const note = { key: 'workshop_present', result: 'confirmed', note: 'Free text.' };
  const submission = { ...at, submissionId: randomUUID(), publicSummary: 'Seen.', visitedOn: '2026-01-05' };
  expect(fieldSubmissionAccepted.payload.safeParse({ ...submission, observations: [note] }).success).toBe(false);
});

test('M1 M2 code and database allow the same transitions of a visit, and an ended visit cannot change', async () => {
  const rows = await service.db
    .selectFrom('allowed_transition')
    .selectAll()
    .where('thing', '=', 'field_visit')
    .execute();
  const listed = states.flatMap((from) => visitTransitions[from].map((to) => `${from} ${to}`)).sort();
  expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(listed);

  const accepted: string[] = [];
  for (const from of states) {
    const made = await requestVisit(service);
    const submission = {
      id: randomUUID(),
      case_id: made.caseId,
      requirement_key: 'identity',
      field_visit_id: made.fieldVisitId,
      observations: '[]',
      public_summary: 'Seen.',
      visited_on: '2026-01-05',
      accepted_at: service.clock.now,
    };
    for (const to of states.filter((state) => state !== from)) {
      const attempt = service.db.transact(async (trx) => {
        const set = async (state: FieldVisitState) => {
          const isEnd = visitTransitions[state].length === 0;
          if (state === 'accepted') await trx.insertInto('field_submission').values(submission).execute();
          await trx
            .updateTable('field_visit')
            .set({
              state,
              work_item_id: made.fieldVisitId,
              starts_at: service.clock.now,
              ends_at: new Date(service.clock.now.getTime() + 1),
              ended_at: isEnd ? service.clock.now : null,
              end_reason: isEnd && state !== 'accepted' ? 'not_needed' : null,
            })
            .where('id', '=', made.fieldVisitId)
            .execute();
        };
        if (from !== 'requested') await set(from);
        await set(to);
        await sql`set constraints all immediate`.execute(trx);
        throw new Error('accepted');
      });
      const message = await attempt.catch(({ message }: Error) => message);
      if (message === 'accepted') accepted.push(`${from} ${to}`);
    }
  }
  expect(accepted.sort()).toEqual(listed);
  const made = await requestVisit(service);
  await expect(
    service.db
      .updateTable('field_visit')
      .set({ state: 'accepted', work_item_id: randomUUID(), ended_at: new Date() })
      .where('id', '=', made.fieldVisitId)
      .execute(),
  ).rejects.toThrow(/has its submission/);
});
