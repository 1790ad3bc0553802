import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceLost } from '@trust/contracts/events/evidence';
import { serviceRemoved } from '@trust/contracts/events/provider';
import { caseChanged, caseSnapshot, evidenceRefused } from '@trust/contracts/events/verification';
import { correctionReasonCodes } from '@trust/contracts/reasons/correction-reasons';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  caseOf,
  check,
  decide,
  makeAssigned,
  makeRecommended,
  type Provider,
  pass,
  reason,
  recommend,
  submit,
} from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { announceCase } from '../../snapshots/announce-case.ts';
import { CorrectionState, correctionTransitions } from './transitions.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 8 });
});
afterAll(() => service[Symbol.asyncDispose]());

type Made = Provider & { caseId: string; reviewer: Actor };
const days = (count: number) => new Date(service.clock.now.getTime() + count * 86_400_000).toISOString();
const seenBy = async ({ caseId }: Made, actor: Actor) =>
  (await service.get(`/verification-cases/${caseId}`, { actor })).body;
const resubmit = async (made: Made, key: string) => pass(service, await submit(service, made, made.caseId, key));
const lastChange = async ({ caseId }: Made) =>
  (await service.emitted(caseChanged)).findLast((payload) => payload.caseId === caseId);
const notified = async ({ providerId }: Made, template: string) =>
  (await service.emitted(notificationRequested.verification)).filter(
    (payload) => payload.providerId === providerId && payload.template === template,
  );
const withdraw = ({ caseId, reviewer }: Made, id: string, actor = reviewer) =>
  service.post(`/verification-cases/${caseId}/correction-requests/${id}/withdraw`, { actor, body: { reason } });
async function claimDecision({ caseId }: Made) {
  const decider = operator('decider');
  const answer = await service.post(`/verification-cases/${caseId}/assign`, { actor: decider, body: { reason } });
  expect(answer.status).toBe(200);
  return decider;
}

test('a marked requirement needs new evidence; the others keep their evidence and checks', async () => {
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  const answer = await requestCorrection(service, made, ['identity']);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      state: 'open',
      duty: 'review',
      dueAt: days(14),
      requirements: [{ requirementKey: 'identity', reasonCodes: ['document_illegible'], final: false }],
    },
  });
  expect(await lastChange(made)).toMatchObject({
    state: 'awaiting_correction',
    awaitedKeys: ['identity'],
    dueAt: days(14),
  });
  expect(await notified(made, 'correction_requested')).toMatchObject([{ data: { dueAt: days(14), requirements: 1 } }]);
  const own = await caseOf(service, made);
  expect(own).toMatchObject({
    state: 'awaiting_correction',
    correctionDueAt: days(14),
    requirements: [
      {
        status: 'missing',
        correction: {
          final: false,
          reasons: [{ code: 'document_illegible', text: { fr: expect.stringContaining('illisible') } }],
          text: 'Please scan the identity again.',
          dueAt: days(14),
        },
      },
      { status: 'available', correction: null },
    ],
  });
  expect(JSON.stringify(own)).not.toMatch(new RegExp(`${made.reviewer.userId}|${reason}`));
  await resubmit(made, 'identity');
  const seen = await seenBy(made, made.reviewer);
  expect(seen).toMatchObject({ state: 'in_review', corrections: [{ state: 'fulfilled' }] });
  expect(seen.requirements.map((one: { check: unknown }) => one.check === null)).toEqual([true, false]);
  expect((await caseOf(service, made)).requirements[0].correction).toBeNull();
  expect(await lastChange(made)).not.toHaveProperty('awaitedKeys');
});

test('the case goes back to review only when every marked requirement has new evidence', async () => {
  const made = await makeAssigned(service);
  await requestCorrection(service, made, ['identity', ['licence', 'document_expired', 'name_mismatch']]);
  await resubmit(made, 'licence');
  expect(await lastChange(made)).toMatchObject({ state: 'awaiting_correction', awaitedKeys: ['identity'] });
  await resubmit(made, 'identity');
  expect((await caseOf(service, made)).state).toBe('in_review');
});

test('a decider sends a recommended case back, and the recommendation no longer counts', async () => {
  const made = await makeRecommended(service);
  const early = await requestCorrection(service, made, ['licence']);
  expect([early.status, early.body.errors]).toEqual([400, []]);
  const decider = await claimDecision(made);
  const answer = await requestCorrection(service, made, ['licence'], { actor: decider });
  expect(answer).toMatchObject({ status: 201, body: { duty: 'decide' } });
  expect(await seenBy(made, made.reviewer)).toMatchObject({ state: 'awaiting_correction', recommendation: null });
  await resubmit(made, 'licence');
  await check(service, made, { requirementKey: 'licence' });
  await recommend(service, made);
  expect((await decide(service, made.caseId, { actor: decider })).status).toBe(201);
});

test.each([
  ['an unknown requirement', ['none'], 'requirements.0.requirementKey', 'unknown_requirement'],
  ['a requirement twice', ['identity', 'identity'], 'requirements.1.requirementKey', 'duplicate'],
  ['only final reasons', [['identity', 'register_contradicts']], 'requirements', 'nothing_fixable'],
] as const)('returns 400 for a correction request with %s', async (_what, marks, field, code) => {
  const made = await makeAssigned(service);
  expect(await requestCorrection(service, made, marks as unknown as string[])).toMatchObject({
    status: 400,
    body: { errors: [{ field, code }] },
  });
  expect((await caseOf(service, made)).state).toBe('in_review');
});

test('Z3 nobody but the assignee of the duty requests or withdraws a correction, whatever writes', async () => {
  const made = await makeAssigned(service);
  for (const actor of [operator('reviewer'), operator('decider')])
    expect((await requestCorrection(service, made, ['identity'], { actor })).status).toBe(404);
  for (const actor of [made.owner, operator('triage')])
    expect((await requestCorrection(service, made, ['identity'], { actor })).status).toBe(403);
  const own = { ...made.reviewer, assignments: made.owner.assignments };
  expect((await requestCorrection(service, made, ['identity'], { actor: own })).body.title).toBe(
    'Separation of duties',
  );
  const raw = (by: string, duty: string) =>
    sql`insert into correction_request (id, case_id, duty, requested_by, reason, requested_at, due_at)
      values (${randomUUID()}, ${made.caseId}, ${duty}::case_duty, ${by}, ${reason}, now(), now() + interval '1 day')`.execute(
      service.db,
    );
  const { userId: stranger } = await service.known(operator('reviewer'));
  await expect(raw(stranger, 'review')).rejects.toThrow(/assignee of the duty/);
  await expect(raw(made.reviewer.userId, 'decide')).rejects.toMatchObject({ constraint: 'duty_needs_permission' });
  await expect(raw(made.owner.userId, 'review')).rejects.toMatchObject({ constraint: 'duty_needs_permission' });
  await expect(raw(made.reviewer.userId, 'review')).rejects.toThrow(/awaits the correction/);
  const { body } = await requestCorrection(service, made, ['identity']);
  expect((await withdraw(made, body.id, operator('reviewer'))).status).toBe(404);
  expect((await withdraw(made, randomUUID())).status).toBe(404);
});

test('M3 Z3 of sixteen concurrent recommendations and correction requests, one succeeds', async () => {
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_none, index) =>
      index % 2 ? recommend(service, made) : requestCorrection(service, made, ['identity']),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  // A recommendation names what was read, a correction request does not.
  expect(statuses.filter((status) => ![201, 400, 409].includes(status))).toEqual([]);
  const { rows } = await sql`select id from recommendation where case_id = ${made.caseId}
    union all select id from correction_request where case_id = ${made.caseId}`.execute(service.db);
  expect(rows).toHaveLength(1);
});

test('a withdrawn correction request restores the evidence and its checks', async () => {
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  const { body } = await requestCorrection(service, made, ['identity', ['licence', 'document_not_authentic']]);
  expect(await withdraw(made, body.id)).toMatchObject({ status: 200, body: { state: 'withdrawn' } });
  await service.db.transact((trx) => announceCase(trx, made.caseId));
  const history = (await service.emitted(caseSnapshot)).at(-1)?.history.map(({ state }) => state);
  expect([...new Set(history)]).toEqual(['awaiting_evidence', 'in_review', 'awaiting_correction']);
  expect((await withdraw(made, body.id)).status).toBe(400);
  const seen = await seenBy(made, made.reviewer);
  expect(seen.state).toBe('in_review');
  expect(seen.requirements.map((one: { check: unknown }) => one.check === null)).toEqual([false, false]);
  expect((await recommend(service, made)).status).toBe(201);
});

test('a withdrawn request does not restore evidence that is lost, so its case still awaits it', async () => {
  const made = await makeAssigned(service);
  const { body } = await requestCorrection(service, made, ['identity', 'licence']);
  const { evidenceVersionId } = body.requirements[0];
  const { caseId, providerId } = made;
  const version = { evidenceVersionId, evidenceId: randomUUID(), requirementKey: 'identity' };
  await service.deliver(evidenceLost, { ...version, caseId, providerId, occurredAt: days(0) });
  await withdraw(made, body.id);
  expect(await lastChange(made)).toMatchObject({ state: 'awaiting_correction', awaitedKeys: ['identity'] });
  await resubmit(made, 'identity');
  expect((await caseOf(service, made)).state).toBe('in_review');
});

test('a final reason cannot be corrected by an upload and needs a failed check', async () => {
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  await requestCorrection(service, made, ['identity', ['licence', 'document_not_authentic']]);
  const refused = await submit(service, made, made.caseId, 'licence');
  const events = (await service.emitted(evidenceRefused)).filter(({ caseId }) => caseId === made.caseId);
  expect(events).toMatchObject([{ evidenceVersionId: refused.evidenceVersionId, reason: 'marked_final' }]);
  const { items } = (await service.get('/provider-workspace/me/verification-timeline', { actor: made.owner })).body;
  expect(items[0]).toMatchObject({
    type: 'evidence_refused',
    reason: 'marked_final',
    text: expect.stringMatching(/cannot correct .* wait for the decision/),
  });
  expect((await caseOf(service, made)).requirements[1].correction).toMatchObject({ final: true, dueAt: null });
  await resubmit(made, 'identity');
  await check(service, made, { requirementKey: 'identity' });
  const errors = [{ field: 'requirements.licence', code: 'marked_final' }];
  expect(await recommend(service, made)).toMatchObject({ status: 409, body: { errors } });
  const raw = sql`insert into recommendation (id, case_id, outcome, limitations, reason_codes, reason, recommender_id, recommended_at)
      values (${randomUUID()}, ${made.caseId}, 'verified', '{}', '{any}', ${reason}, ${made.reviewer.userId}, now())`;
  await expect(raw.execute(service.db)).rejects.toMatchObject({ constraint: 'final_needs_failed_check' });
  expect(await requestCorrection(service, made, ['identity', 'licence'])).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'requirements.1.requirementKey', code: 'already_final' }] },
  });
  await check(service, made, { requirementKey: 'licence', result: 'failed' });
  expect((await recommend(service, made, { outcome: 'verified_with_limitations' })).status).toBe(201);
});

test('refuses evidence for a requirement that the correction does not mark, with what to do', async () => {
  const made = await makeAssigned(service);
  await requestCorrection(service, made, ['identity']);
  await submit(service, made, made.caseId, 'licence');
  const { items } = (await service.get('/provider-workspace/me/verification-timeline', { actor: made.owner })).body;
  expect(items[0]).toMatchObject({
    type: 'evidence_refused',
    reason: 'not_awaited',
    text: expect.stringContaining('Read the case'),
  });
  expect((await caseOf(service, made)).requirements[1].status).toBe('available');
  const insert = sql`insert into evidence_version (id, evidence_id, case_id, requirement_key, document_kind, uploaded_by, confirmed_at)
    values (${randomUUID()}, ${randomUUID()}, ${made.caseId}, 'licence', 'any', ${randomUUID()}, now())`;
  await expect(insert.execute(service.db)).rejects.toThrow(/does not await this evidence/);
});

test('M1 M2 code and database allow the same transitions, and recorded marks cannot change', async () => {
  const rows = await service.db
    .selectFrom('allowed_transition')
    .selectAll()
    .where('thing', '=', 'correction_request')
    .execute();
  const listed = CorrectionState.options.flatMap((from) => correctionTransitions[from].map((to) => `${from} ${to}`));
  expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(listed.sort());

  const accepted: string[] = [];
  for (const from of CorrectionState.options) {
    const made = await makeAssigned(service);
    const { body } = await requestCorrection(service, made, ['identity']);
    for (const to of CorrectionState.options.filter((state) => state !== from)) {
      const attempt = service.db.transact(async (trx) => {
        for (const state of from === 'open' ? [to] : [from, to]) {
          const ended_at = state === 'open' ? null : service.clock.now;
          await trx.updateTable('correction_request').set({ state, ended_at }).where('id', '=', body.id).execute();
        }
        throw new Error('accepted');
      });
      const message = await attempt.catch(({ message }: Error) => message);
      if (message === 'accepted') accepted.push(`${from} ${to}`);
    }
  }
  expect(accepted.sort()).toEqual(listed.sort());

  const made = await makeAssigned(service);
  const { body } = await requestCorrection(service, made, ['identity']);
  const changes = [
    sql`update correction_item set text = 'Another.' where correction_request_id = ${body.id}`,
    sql`delete from correction_item where correction_request_id = ${body.id}`,
    sql`update correction_request set due_at = now() where id = ${body.id}`,
    sql`update verification_case set state = 'withdrawn', correction_due_at = null where id = ${made.caseId}`,
    sql`insert into correction_item select correction_request_id, case_id, 'licence', evidence_version_id, reason_codes, is_final, text
      from correction_item where correction_request_id = ${body.id}`,
  ];
  for (const change of changes) await expect(change.execute(service.db)).rejects.toThrow();
  const { providerId, selectionId, categoryKey } = made;
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  expect((await seenBy(made, operator('triage'))).corrections).toMatchObject([{ state: 'cancelled' }]);
});

test('the database lists the same reason codes as the contract', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'known_correction_reason'`.execute(
    service.db,
  );
  const codes = [...(rows[0]?.definition.matchAll(/'(\w+)'/g) ?? [])].map(([, code]) => code);
  expect(codes.sort()).toEqual([...correctionReasonCodes].sort());
});
