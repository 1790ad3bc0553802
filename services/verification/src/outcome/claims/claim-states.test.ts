import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { claimChanged } from '@trust/contracts/events/claims';
import { claimChangeReasons } from '@trust/contracts/reasons/claim-change-reasons';
import { expectImmutable } from '@trust/service-testing/immutable';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppeal, makeDecided } from '../../../test/appeals.ts';
import { decide, makeRecommended } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { applyEffects } from '../../case/effects/effects.ts';
import { claimStatus } from '../../case/record/claim-status.ts';
import type { ClaimState } from '../../db/schema.ts';
import { type Change, changeClaim } from './change-claim.ts';
import { lockClaim } from './queries.ts';
import { claimTransitions } from './transitions.ts';

let service: Verification;
let claimId: string;
let decisionId: string;
beforeAll(async () => {
  service = await startVerification();
  const { body } = await decide(service, (await makeRecommended(service)).caseId);
  claimId = body.claims[0].claimId;
  decisionId = body.id;
  appeal.appealId = (await makeAppeal(service, await makeDecided(service))).appealId;
});
afterAll(() => service[Symbol.asyncDispose]());

const appeal = { appealId: '' };
const states = Object.keys(claimTransitions) as ClaimState[];
const changeTo: Record<ClaimState, Change> = {
  suspended: { to: 'suspended', reason: 'evidence_in_doubt', cause: appeal },
  active: { to: 'active', reason: 'doubt_resolved', cause: appeal },
  revoked: { to: 'revoked', reason: 'evidence_not_authentic', cause: appeal },
  superseded: { to: 'superseded', reason: 'renewed', supersededBy: '', cause: appeal },
};
const change = (...changes: Change[]) =>
  service.db.transact(async (trx) => {
    for (const one of changes) {
      const claim = await lockClaim(trx, claimId);
      if (!claim) throw new Error('The claim is missing.');
      const supersededBy = { supersededBy: claimId };
      const to = one.to === 'superseded' ? { ...one, ...supersededBy } : one;
      await applyEffects(trx, service.app, [await changeClaim(trx, service.app, claim, to)]);
    }
  });

test('M1 code and database list the same transitions and reasons of a claim', async () => {
  const rows = await service.db.selectFrom('allowed_transition').selectAll().where('thing', '=', 'claim').execute();
  const listed = states.flatMap((from) => claimTransitions[from].map((to) => `${from} ${to}`));
  expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(listed.sort());
  const reasons = await service.db.selectFrom('claim_change_reason').selectAll().execute();
  expect(reasons.map(({ to_state, reason }) => `${to_state} ${reason}`).sort()).toEqual(
    states.flatMap((to) => claimChangeReasons[to].map((reason) => `${to} ${reason}`)).sort(),
  );
});

test('M1 the database accepts the listed changes of a claim with a record, and rejects all others', async () => {
  const pathTo = { active: [], suspended: ['suspended'], revoked: ['revoked'], superseded: ['superseded'] } as const;
  const set = (trx: Parameters<typeof lockClaim>[0], from: ClaimState, to: ClaimState) =>
    sql`with recorded as (
        insert into claim_change (id, claim_id, from_state, to_state, reason, appeal_id, changed_at)
        select ${randomUUID()}, ${claimId}, ${from}::claim_state, r.to_state, r.reason, ${appeal.appealId}, now()
        from claim_change_reason r where r.to_state = ${to}::claim_state and reason not like 'emergency%' and reason <> 'subject_ended' limit 1)
      select`
      .execute(trx)
      .then(() =>
        sql`update claim set state = ${to}::claim_state,
          superseded_by = case when ${to} = 'superseded' then id end where id = ${claimId}`.execute(trx),
      );
  const accepted: string[] = [];
  for (const from of states) {
    for (const to of states) {
      const attempt = service.db.transact(async (trx) => {
        for (const step of pathTo[from]) await set(trx, 'active', step);
        await set(trx, from, to);
        throw new Error('accepted');
      });
      const message = await attempt.catch((error: Error) => error.message);
      if (message === 'accepted' && from !== to) accepted.push(`${from} ${to}`);
      if (message !== 'accepted') expect(message).toBe(`claim cannot go from ${from} to ${to}`);
    }
  }
  expect(accepted.sort()).toEqual(states.flatMap((from) => claimTransitions[from].map((to) => `${from} ${to}`)).sort());
});

test('M2 the database rejects a change of a claim without a record, and a record without a change', async () => {
  const bare = service.db.updateTable('claim').set({ state: 'suspended' }).where('id', '=', claimId).execute();
  await expect(bare).rejects.toThrow(/with a recorded change/);
  const record = (columns: { reason?: string; decision?: string | null; appeal?: string | null; from?: string }) =>
    sql`insert into claim_change (id, claim_id, from_state, to_state, reason, decision_id, appeal_id, changed_at)
      values (${randomUUID()}, ${claimId}, ${columns.from ?? 'active'}::claim_state, 'suspended',
        ${columns.reason ?? 'safety_concern'}, ${columns.decision ?? null}, ${columns.appeal ?? null}, now())`.execute(
      service.db,
    );
  await expect(record(appealOf())).rejects.toThrow(/changes its claim/);
  await expect(record({ ...appealOf(), from: 'suspended' })).rejects.toThrow(/not in the state suspended/);
  await expect(record({ ...appealOf(), reason: 'because' })).rejects.toThrow(/to_state_reason/);
  await expect(record({ ...appealOf(), reason: 'emergency_action' })).rejects.toThrow(/own_reasons/);
  await expect(record({})).rejects.toThrow(/change_has_one_cause/);
  await expect(record({ decision: decisionId })).rejects.toThrow(/decision of its own transaction/);
});
const appealOf = () => ({ appeal: appeal.appealId });

test('a claim is suspended, restored and revoked with a reason, announced and shown in the timeline', async () => {
  await change(changeTo.suspended);
  await change({ to: 'active', reason: 'emergency_action_ended', cause: { emergencyActionId: randomUUID() } });
  await change(changeTo.revoked);
  const announced = (await service.emitted(claimChanged)).filter((one) => one.claimId === claimId);
  expect(announced.map(({ state, changeReason }) => [state, changeReason])).toEqual([
    ['active', undefined],
    ['suspended', 'evidence_in_doubt'],
    ['active', 'emergency_action_ended'],
    ['revoked', 'evidence_not_authentic'],
  ]);
  const notified = (await service.emitted(notificationRequested.verification)).filter(
    ({ data }) => data.claimId === claimId,
  );
  expect(notified.map(({ template }) => template)).toEqual(['claim_suspended', 'claim_restored', 'claim_revoked']);
  expect(Object.keys(notified[0]?.data ?? {}).sort()).toEqual(['caseId', 'categoryKey', 'claimId']);
  const entries = await service.db
    .selectFrom('timeline_entry')
    .select(['type', 'status'])
    .where('claim_type', '=', announced[0]?.type ?? '')
    .where('provider_id', '=', announced[0]?.providerId ?? '')
    .orderBy('position')
    .execute();
  expect(entries.map(({ type }) => type)).toEqual([
    'claim_granted',
    'claim_suspended',
    'claim_restored',
    'claim_revoked',
  ]);
  await expect(change(changeTo.active)).rejects.toThrow('cannot change to active');
  const recorded = {
    table: 'claim_change',
    where: `claim_id = '${claimId}' and to_state = 'revoked'`,
    key: 'id',
    change: `reason = 'safety_concern'`,
  };
  const refusal = /immutable|permission denied|must be (owner|superuser)|sealed|claim is not in the state/;
  await expectImmutable({ app: service.urls.app, owner: service.ownerUrl }, [recorded], refusal);
});

test.each([
  ['active', 31, 'active'],
  ['active', 30, 'expiring'],
  ['active', 0, 'expired'],
  ['suspended', 0, 'suspended'],
  ['revoked', 100, 'revoked'],
] as const)('M4 a claim in state %s with %d days left has the status %s', (state, days, status) => {
  const now = new Date('2026-01-05T09:00:00.000Z');
  expect(claimStatus({ state, valid_until: new Date(now.getTime() + days * 86_400_000) }, now)).toBe(status);
});
