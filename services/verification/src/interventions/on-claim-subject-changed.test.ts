import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { claimChanged, claimSubjectSnapshot } from '@trust/contracts/events/claims';
import { overrideApproved } from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, makeReviewed } from '../../test/appeals.ts';
import {
  check,
  decide,
  makeAssigned,
  makeProvider,
  makeRecommended,
  type Provider,
  recommend,
} from '../../test/make.ts';
import { endSubject, nameSubject, subjectOf } from '../../test/make-subjects.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

async function makeGranted() {
  const made = await makeRecommended(service);
  const { status, body } = await decide(service, made.caseId);
  expect(status).toBe(201);
  return { ...made, decisionId: body.id as string };
}
const claimsOf = async ({ owner }: Provider) =>
  (await service.get('/provider-workspace/me/claims', { actor: owner })).body.items.map(
    ({ type, status, statusReason }: Record<string, unknown>) => [
      type,
      status,
      (statusReason as { code: string } | null)?.code ?? null,
    ],
  );
const statesOf = (providerId: string) =>
  service.db
    .selectFrom('claim')
    .select(['claim_type', 'state'])
    .where('provider_id', '=', providerId)
    .orderBy('claim_type')
    .execute();
const casesOf = async ({ providerId, owner }: Provider) =>
  (await service.get(`/providers/${providerId}/verification-cases`, { actor: owner })).body.items;

test('T1 the end of a subject suspends its claims alone, tells the provider why and opens a review', async () => {
  const made = await makeGranted();
  const subjectId = await endSubject(service, made.providerId, 'person');
  expect(await statesOf(made.providerId)).toEqual([
    { claim_type: 'identity_confirmed', state: 'suspended' },
    { claim_type: 'licence_confirmed', state: 'active' },
  ]);
  const announced = (await service.emitted(claimChanged)).filter(({ providerId }) => providerId === made.providerId);
  expect(announced.at(-1)).toMatchObject({ state: 'suspended', changeReason: 'subject_ended', subjectId });
  const [review] = await casesOf(made);
  expect(review).toMatchObject({ kind: 'review', state: 'awaiting_evidence', requirements: [{ key: 'identity' }] });
  const notices = (await service.emitted(notificationRequested.verification)).filter(
    ({ data }) => data.claimId === announced.at(-1)?.claimId,
  );
  expect(notices.map(({ template }) => template)).toEqual(['claim_suspended']);
  const ofReview = (await service.emitted(notificationRequested.verification)).filter(
    ({ data }) => data.caseId === review.id,
  );
  expect(ofReview.map(({ template }) => template)).toEqual(['case_opened_after_end']);
  const entries = (await service.emitted(auditRecorded.verification)).filter(({ action }) => action === 'suspendClaim');
  expect(entries.at(-1)).toMatchObject({ objectType: 'claim', after: { subjectId } });
});

test('T1 a review without new documents judges none of an ended subject', async () => {
  const made = await makeGranted();
  await endSubject(service, made.providerId, 'person');
  await nameSubject(service, made.providerId, 'person');
  const [review] = await casesOf(made);
  const actor = await service.known(operator('reviewer'));
  const body = { reason: 'The provider has sent nothing for three weeks.' };
  const started = await service.post(`/verification-cases/${review.id}/start-review`, { actor, body });
  expect(started).toMatchObject({ status: 200, body: { requirements: [{ key: 'identity', evidence: null }] } });
});

test('nobody withdraws the review of an ended subject, into which the provider sends its documents', async () => {
  const made = await makeGranted();
  const { providerId, categoryKey } = made;
  const begin = () =>
    service.post(`/providers/${providerId}/verification-cases`, {
      actor: made.owner,
      body: { categoryKey, kind: 'initial' },
    });
  const current = { status: 409, body: { errors: [{ field: 'kind', code: 'claims_current' }] } };
  expect(await begin()).toMatchObject(current);
  await endSubject(service, providerId, 'person');
  const [review] = await casesOf(made);
  const withdrawn = { actor: operator('triage'), body: { reason: 'Opened again under the new name.' } };
  expect((await service.post(`/verification-cases/${review.id}/withdraw`, withdrawn)).status).toBe(409);
  expect(await begin()).toMatchObject({ status: 409, body: { errors: [{ code: 'case_open' }] } });
});

test('T1 an ended subject that is announced again, or by a snapshot, changes nothing twice', async () => {
  const made = await makeGranted();
  const subjectId = await endSubject(service, made.providerId, 'business');
  const changes = async () =>
    (await service.emitted(claimChanged)).filter(({ providerId }) => providerId === made.providerId).length;
  const before = await changes();
  const at = service.clock.now.toISOString();
  const { providerId } = made;
  const snapshot = { subjectId, providerId, about: 'business' as const, occurredAt: at, endedAt: at };
  await service.deliver(claimSubjectSnapshot, snapshot);
  expect([await changes(), (await casesOf(made)).length]).toEqual([before, 2]);
});

test('T1 a snapshot of an ended subject suspends its claims as the event would', async () => {
  const made = await makeGranted();
  const { id: subjectId } = await service.db
    .selectFrom('claim_subject')
    .select('id')
    .where('provider_id', '=', made.providerId)
    .where('about', '=', 'business')
    .executeTakeFirstOrThrow();
  const at = service.clock.now.toISOString();
  const { providerId } = made;
  const snapshot = { subjectId, providerId, about: 'business' as const, occurredAt: at, endedAt: at };
  await service.deliver(claimSubjectSnapshot, snapshot);
  expect(await statesOf(providerId)).toContainEqual({ claim_type: 'licence_confirmed', state: 'suspended' });
});

test('T1 a check names the current subject: not none, an ended one, or that of another provider', async () => {
  const made = await makeAssigned(service);
  const conflict = (code: string, allowed?: string[]) => ({
    status: 409,
    body: { errors: [{ field: 'subjectId', code, ...(allowed && { allowed }) }] },
  });
  const current = (await subjectOf(service, made.caseId, 'identity')) ?? '';
  const other = await makeProvider(service);
  const foreign = await nameSubject(service, other.providerId, 'person');
  for (const subjectId of [null, foreign, randomUUID(), await subjectOf(service, made.caseId, 'licence')])
    expect(await check(service, made, { requirementKey: 'identity', subjectId })).toMatchObject(
      conflict('subject_changed', [current]),
    );
  await endSubject(service, made.providerId, 'person');
  for (const subjectId of [current, null])
    expect(await check(service, made, { requirementKey: 'identity', subjectId })).toMatchObject(
      conflict('subject_missing'),
    );
  const named = await nameSubject(service, made.providerId, 'person');
  expect(await check(service, made, { requirementKey: 'identity', subjectId: current })).toMatchObject(
    conflict('subject_changed', [named]),
  );
  expect((await check(service, made, { requirementKey: 'identity', subjectId: named })).status).toBe(201);
});

test('a failed check needs no subject, and grants nothing', async () => {
  const made = await makeAssigned(service);
  await endSubject(service, made.providerId, 'person');
  const failed = await check(service, made, { requirementKey: 'identity', result: 'failed', subjectId: null });
  expect(failed).toMatchObject({ status: 201, body: { subjectId: null } });
});

test('T1 a grant whose subject changed since the check is refused, until somebody checks the new one', async () => {
  const made = await makeRecommended(service);
  await endSubject(service, made.providerId, 'person');
  const missing = { status: 409, body: { errors: [{ field: 'claims.0.result', code: 'subject_missing' }] } };
  expect(await decide(service, made.caseId)).toMatchObject(missing);
  const subjectId = await nameSubject(service, made.providerId, 'person');
  const changed = { field: 'claims.0.result', code: 'subject_changed', allowed: [subjectId] };
  expect(await decide(service, made.caseId)).toMatchObject({ status: 409, body: { errors: [changed] } });
  expect(await statesOf(made.providerId)).toEqual([]);
});

test('T3 the revision of an open case changes with what its claims are about', async () => {
  const made = await makeAssigned(service);
  for (const key of ['identity', 'licence']) await check(service, made, { requirementKey: key });
  const { headers } = await service.get(`/verification-cases/${made.caseId}`, { actor: made.reviewer });
  await endSubject(service, made.providerId, 'person');
  await nameSubject(service, made.providerId, 'person');
  const stale = await service.post(`/verification-cases/${made.caseId}/recommendations`, {
    actor: made.reviewer,
    headers: { 'if-match': headers.get('etag') ?? '' },
    body: { outcome: 'verified', reasonCodes: ['documents_consistent'], reason: 'because the test says so' },
  });
  expect(stale.status).toBe(409);
  expect((await recommend(service, made)).status).toBe(201);
});

test('T1 neither an override nor an appeal makes a claim active again whose subject has ended', async () => {
  const lifted = await makeGranted();
  await endSubject(service, lifted.providerId, 'person');
  const [claim] = await service.db
    .selectFrom('claim')
    .select('id')
    .where('provider_id', '=', lifted.providerId)
    .where('state', '=', 'suspended')
    .execute();
  await service.deliver(overrideApproved, {
    ...{ overrideId: randomUUID(), kind: 'claim-suspension-lift' as const, targetId: claim?.id ?? '', days: null },
    occurredAt: service.clock.now.toISOString(),
  });
  const applied = (await service.emitted(auditRecorded.verification)).filter(
    ({ action }) => action === 'applyOverride',
  );
  expect(applied.at(-1)?.after).toMatchObject({ hasEffect: false });
  expect(await claimsOf(lifted)).toContainEqual(['identity_confirmed', 'suspended', 'subject_ended']);

  const reviewed = await makeReviewed(service);
  await endSubject(service, reviewed.providerId, 'business');
  expect((await appeal(service, reviewed)).status).toBe(201);
  expect(await statesOf(reviewed.providerId)).toContainEqual({ claim_type: 'licence_confirmed', state: 'suspended' });
});

test('T1 the database refuses a claim about something else, or about what has ended', async () => {
  const made = await makeGranted();
  const subjectId = await endSubject(service, made.providerId, 'person');
  const reactivate = sql`
    insert into claim_change (id, claim_id, from_state, to_state, reason, appeal_id, changed_at)
    select gen_random_uuid(), id, 'suspended', 'active', 'appeal_pending', gen_random_uuid(), now()
    from claim where subject_id = ${subjectId}`;
  await expect(reactivate.execute(service.db)).rejects.toThrow('active only while what it is about is current');
  const moved = sql`update claim set subject_id = null where subject_id = ${subjectId}`;
  await expect(moved.execute(service.db)).rejects.toThrow();
  const revived = sql`update claim_subject set ended_at = null where id = ${subjectId}`;
  await expect(revived.execute(service.db)).rejects.toThrow('ends once');
  const current = sql`
    insert into claim_change (id, claim_id, from_state, to_state, reason, subject_id, changed_at)
    select gen_random_uuid(), id, 'active', 'suspended', 'subject_ended', subject_id, now()
    from claim where provider_id = ${made.providerId} and state = 'active'`;
  await expect(current.execute(service.db)).rejects.toThrow('active only while what it is about is current');
});

test('T1 a decision at the same time as the end of a subject leaves no claim active about it', async () => {
  for (let round = 0; round < 4; round++) {
    const made = await makeRecommended(service);
    await Promise.all([
      decide(service, made.caseId, { actor: operator('decider') }),
      endSubject(service, made.providerId, 'person'),
    ]);
    const { rows } = await sql`select from claim c join claim_subject s on s.id = c.subject_id
      where c.provider_id = ${made.providerId} and c.state = 'active' and s.ended_at is not null`.execute(service.db);
    expect(rows).toHaveLength(0);
  }
});
