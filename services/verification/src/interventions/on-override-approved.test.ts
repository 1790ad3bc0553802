import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@trust/contracts/event';
import { auditRecorded } from '@trust/contracts/events/any';
import { claimChanged } from '@trust/contracts/events/claims';
import { overrideApproved } from '@trust/contracts/events/operations';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReviewed } from '../../test/appeals.ts';
import { decideCase } from '../../test/decide-case.ts';
import { granting, makeAssigned, makeProvider, reason } from '../../test/make.ts';
import { addCategory } from '../../test/make-category.ts';
import { requestCorrection } from '../../test/make-correction.ts';
import { startVerification, type Verification } from '../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 3 });
});
afterAll(() => service[Symbol.asyncDispose]());

type Approved = PayloadOf<typeof overrideApproved>;

async function approve(
  kind: Approved['kind'],
  targetId: string,
  { days = null, ...rest }: Partial<Approved> = {},
): Promise<Approved> {
  const occurredAt = service.clock.now.toISOString();
  const approved = { overrideId: randomUUID(), kind, targetId, days, occurredAt, ...rest };
  await service.deliver(overrideApproved, approved);
  return approved;
}

/** An override creates none of these (docs/domain/overrides-and-emergency-actions.md 16). */
async function judgments(): Promise<unknown> {
  const { rows } = await sql`select (select jsonb_agg(id order by id) from decision) as decisions,
    (select jsonb_agg(jsonb_build_array(id, decision_id, valid_until) order by id) from claim) as claims,
    (select count(*)::int from case_check) as checks, (select count(*)::int from recommendation) as recommendations`.execute(
    service.db,
  );
  return rows;
}

const inDays = (days: number) => new Date(service.clock.now.getTime() + days * 86_400_000).toISOString();
const send = (caseId: string, path: string, body: object) =>
  service.post(`/verification-cases/${caseId}/${path}`, { actor: operator('triage'), body: { reason, ...body } });
const read = async (caseId: string) =>
  (await service.get(`/verification-cases/${caseId}`, { actor: operator('triage') })).body;
const effects = async (overrideId: string) =>
  (await service.emitted(auditRecorded.verification)).filter(
    ({ action, after }) => action === 'applyOverride' && after.overrideId === overrideId,
  );

test('an extension moves the deadline of the open correction once, and the case is not lapsed before', async () => {
  const made = await makeAssigned(service);
  await requestCorrection(service, made, ['licence']);
  const before = await judgments();
  const [first, last] = [inDays(14), inDays(21)];
  expect(await read(made.caseId)).toMatchObject({ correctionDueAt: first });
  const approved = await approve('deadline-extension', made.caseId, { days: 7 });
  await service.deliver(overrideApproved, approved);
  expect(await read(made.caseId)).toMatchObject({ state: 'awaiting_correction', correctionDueAt: last });
  expect((await service.emitted(caseChanged)).at(-1)).toMatchObject({ caseId: made.caseId, dueAt: last });
  expect(await effects(approved.overrideId)).toMatchObject([{ objectId: made.caseId, after: { hasEffect: true } }]);
  expect(await judgments()).toEqual(before);
  service.advanceClock(21 * 86_400 - 1);
  expect(await read(made.caseId)).toMatchObject({ state: 'awaiting_correction' });
  service.advanceClock(1);
  expect(await read(made.caseId)).toMatchObject({ state: 'expired' });
  const late = await approve('deadline-extension', made.caseId, { days: 7 });
  expect(await effects(late.overrideId)).toMatchObject([{ after: { hasEffect: false } }]);
  expect(await read(made.caseId)).toMatchObject({ state: 'expired' });
});

test('the database moves a deadline with an override only, to a later time, for request and case together', async () => {
  const made = await makeAssigned(service);
  await requestCorrection(service, made, ['licence']);
  const move = (hours: number, withOverride: boolean, what = 'both') =>
    service.db.transact(async (trx) => {
      if (withOverride)
        await sql`insert into applied_override (override_id, kind, target_id, approved_at)
          values (${randomUUID()}, 'deadline-extension', ${made.caseId}, now())`.execute(trx);
      await sql`update correction_request set due_at = due_at + make_interval(hours => ${hours}::int)
        where case_id = ${made.caseId}`.execute(trx);
      if (what === 'both')
        await sql`update verification_case set correction_due_at = correction_due_at + make_interval(hours => ${hours}::int)
          where id = ${made.caseId}`.execute(trx);
    });
  await expect(move(1, false)).rejects.toThrow('extended by an approved override');
  await expect(move(-1, true)).rejects.toThrow('extended by an approved override');
  await expect(move(1, true, 'request')).rejects.toThrow('awaits the correction');
  await move(1, true);
});

test('M4 a block keeps the assignee of a duty, lets a free duty be assigned, and ends when it is read', async () => {
  const made = await makeAssigned(service);
  const free = await makeAssigned(service);
  await send(free.caseId, 'release', { duty: 'review' });
  const before = await judgments();
  const other = await service.known(operator('reviewer'));
  const reassign = () => send(made.caseId, 'assign', { assigneeId: other.userId, duty: 'review' });
  for (const { caseId } of [made, free]) await approve('case-reassignment-block', caseId, { days: 3 });
  const blocked = { status: 409, body: { detail: expect.stringContaining('keeps the assignees of this case until') } };
  expect(await reassign()).toMatchObject(blocked);
  expect(await send(made.caseId, 'release', { duty: 'review' })).toMatchObject(blocked);
  const own = { actor: made.reviewer, body: { duty: 'review', reason } };
  expect(await service.post(`/verification-cases/${made.caseId}/release`, own)).toMatchObject(blocked);
  expect(await send(free.caseId, 'assign', { assigneeId: other.userId, duty: 'review' })).toMatchObject({
    status: 200,
  });
  const stranger = { actor: operator('reviewer'), body: { duty: 'review', reason } };
  expect(await service.post(`/verification-cases/${made.caseId}/release`, stranger)).toMatchObject({ status: 404 });
  expect(await judgments()).toEqual(before);
  service.advanceClock(3 * 86_400 - 1);
  expect(await reassign()).toMatchObject(blocked);
  service.advanceClock(1);
  expect(await reassign()).toMatchObject({ status: 200 });
});

test('a lift makes a suspended claim active once; a suspension that began after its request stays', async () => {
  const { licenceId } = await makeReviewed(service);
  const before = await judgments();
  const approved = await approve('claim-suspension-lift', licenceId);
  await service.deliver(overrideApproved, approved);
  const changes = (await service.emitted(claimChanged)).filter(({ claimId }) => claimId === licenceId);
  expect(changes.map(({ state, changeReason }) => [state, changeReason]).slice(-2)).toEqual([
    ['suspended', 'not_confirmed_by_review'],
    ['active', 'suspension_lifted'],
  ]);
  expect(await effects(approved.overrideId)).toMatchObject([{ objectType: 'claim', after: { hasEffect: true } }]);
  expect(await judgments()).toEqual(before);
  const again = await approve('claim-suspension-lift', licenceId);
  expect(await effects(again.overrideId)).toMatchObject([{ after: { hasEffect: false } }]);

  const second = await makeReviewed(service);
  const earlier = new Date(service.clock.now.getTime() - 60_000).toISOString();
  const stale = await approve('claim-suspension-lift', second.licenceId, { occurredAt: earlier });
  expect(await effects(stale.overrideId)).toMatchObject([{ after: { hasEffect: false } }]);
  const requestedBefore = await approve('claim-suspension-lift', second.licenceId, { requestedAt: earlier });
  expect(await effects(requestedBefore.overrideId)).toMatchObject([{ after: { hasEffect: false } }]);
});

test('T1 a lift ends no suspension of a claim that a review after its request did not confirm', async () => {
  const first = await decideCase(service, { provider: await makeProvider(service) });
  service.advanceClock(60);
  const forged = { claims: granting('identity_confirmed'), reasonCodes: ['document_not_authentic'] };
  await decideCase(service, { provider: await addCategory(service, first), results: { licence: 'failed' }, ...forged });
  service.advanceClock(60);
  const requestedAt = service.clock.now.toISOString();
  service.advanceClock(60);
  const refused = { claims: [], outcome: 'not_verified', reasonCodes: ['document_illegible'] };
  await decideCase(service, { provider: first, of: ['licence'], results: { licence: 'consider' }, ...refused });
  const approved = await approve('claim-suspension-lift', first.licence, { requestedAt });
  expect(await effects(approved.overrideId)).toMatchObject([{ after: { hasEffect: false } }]);
});
