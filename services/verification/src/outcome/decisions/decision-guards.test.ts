import { randomUUID } from 'node:crypto';
import { operatorPermissions } from '@trust/contracts/permissions';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { check, decide, granting, makeAssigned, makeRecommended, recommend } from '../../../test/make.ts';
import {
  assignDutyRaw,
  assignRaw,
  insertClaimRaw,
  insertDecisionRaw,
  insertLineRaw,
} from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import type { Trx } from '../../app.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

test('Z3 the database rejects a decider who reviewed the case or uploaded its evidence', async () => {
  const made = await makeRecommended(service);
  const duty = { constraint: 'separation_of_duties' };
  for (const { userId } of [made.reviewer, made.owner]) {
    await service.announce({ userId }, [...operatorPermissions.reviewer, ...operatorPermissions.decider]);
    await expect(assignRaw(made.caseId, userId, 'decide').execute(service.db)).rejects.toMatchObject(duty);
    await expect(service.db.transact((trx) => insertDecisionRaw(trx, made.caseId, userId))).rejects.toMatchObject(duty);
  }
});

test('Z3 M1 M3 the database accepts one active assignee per duty, with its permission and no other duty', async () => {
  const { caseId, reviewer, providerId } = await makeAssigned(service);
  const other = await service.known(operator('reviewer'));
  const attempts = [
    [other.userId, 'review', { constraint: 'one_active_assignee' }],
    [providerId, 'review', { constraint: 'duty_needs_permission' }],
    [(await service.known(operator('decider'))).userId, 'review', { constraint: 'duty_needs_permission' }],
    [reviewer.userId, 'decide', { constraint: 'duty_needs_permission' }],
    [
      (await service.known(operator('decider'))).userId,
      'decide',
      { message: expect.stringMatching(/takes no assignee/) },
    ],
  ] as const;
  for (const [person, duty, refusal] of attempts)
    await expect(assignRaw(caseId, person, duty).execute(service.db)).rejects.toMatchObject(refusal);

  const recommended = await makeRecommended(service);
  const holder = await assignDutyRaw(service, recommended.caseId);
  const end = sql`update case_assignment set ended_at = now() + interval '1 day' where assignee_id = ${holder}`;
  await end.execute(service.db);
  await expect(end.execute(service.db)).rejects.toThrow(/ended assignment cannot change/);
  const decided = service.db.transact((trx) => insertDecisionRaw(trx, recommended.caseId, holder));
  await expect(decided).rejects.toThrow(/decided by the assignee/);
  await service.announce({ userId: holder }, operatorPermissions.reviewer);
  const moved = service.db.transact(async (trx) => {
    await trx
      .updateTable('verification_case')
      .set({
        state: 'awaiting_correction',
        recommendation_id: null,
        recommender_id: null,
        correction_due_at: new Date(),
      })
      .where('id', '=', recommended.caseId)
      .execute();
    await trx
      .updateTable('verification_case')
      .set({ state: 'in_review', correction_due_at: null })
      .where('id', '=', recommended.caseId)
      .execute();
    await sql`update case_assignment set ended_at = now() + interval '1 day'
      where case_id = ${recommended.caseId} and ended_at is null`.execute(trx);
    await assignRaw(recommended.caseId, holder, 'review').execute(trx);
  });
  await expect(moved).rejects.toMatchObject({ constraint: 'one_duty_each' });
});

test('Z3 the database rejects a decision by somebody without the duty or its permission', async () => {
  const { caseId } = await makeRecommended(service);
  const stranger = randomUUID();
  const decision = () => service.db.transact((trx) => insertDecisionRaw(trx, caseId, stranger));
  await expect(decision()).rejects.toMatchObject({ constraint: 'duty_needs_permission' });
  await service.announce({ userId: stranger }, operatorPermissions.decider);
  await expect(decision()).rejects.toThrow(/decided by the assignee/);
});

test('Z3 the database rejects checks by anybody but the assigned reviewer, and after the review', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity' });
  const copy = (by: string) =>
    sql`
    insert into case_check (id, case_id, requirement_key, evidence_version_id, requirement_version_id, method, result, limitations, reason, checked_by, checked_at)
    select ${randomUUID()}, case_id, requirement_key, evidence_version_id, requirement_version_id, method, result, limitations, reason, ${by}, checked_at
    from case_check where case_id = ${made.caseId} limit 1`.execute(service.db);
  await expect(copy(randomUUID())).rejects.toMatchObject({ constraint: 'duty_needs_permission' });
  await expect(copy((await service.known(operator('reviewer'))).userId)).rejects.toThrow(/assigned reviewer/);
  await copy(made.reviewer.userId);
  await check(service, made, { requirementKey: 'licence' });
  await recommend(service, made);
  await expect(copy(made.reviewer.userId)).rejects.toThrow(/assigned reviewer/);
});

test('the database rejects a decision without its lines, its claims or its decided case', async () => {
  const made = await makeRecommended(service);
  const decider = await assignDutyRaw(service, made.caseId);
  const incomplete = /not whole/;
  const decided = (trx: Trx, outcome: 'verified' | 'not_verified') =>
    trx.updateTable('verification_case').set({ state: 'decided', outcome }).where('id', '=', made.caseId).execute();

  await expect(service.db.transact((trx) => insertDecisionRaw(trx, made.caseId, decider))).rejects.toThrow(incomplete);
  const withoutLines = service.db.transact(async (trx) => {
    await insertDecisionRaw(trx, made.caseId, decider);
    await decided(trx, 'not_verified');
  });
  await expect(withoutLines).rejects.toThrow(incomplete);
  const grantsNothing = service.db.transact(async (trx) => {
    const id = await insertDecisionRaw(trx, made.caseId, decider, 'verified');
    for (const key of ['identity', 'licence']) await insertLineRaw(trx, id, key, 'refused');
    await decided(trx, 'verified');
  });
  await expect(grantsNothing).rejects.toThrow(incomplete);
  const withoutClaim = service.db.transact(async (trx) => {
    const id = await insertDecisionRaw(trx, made.caseId, decider, 'verified');
    for (const key of ['identity', 'licence']) await insertLineRaw(trx, id, key, 'granted');
    await insertClaimRaw(trx, id, 'identity_confirmed');
    await decided(trx, 'verified');
  });
  await expect(withoutClaim).rejects.toThrow(incomplete);
  const withoutCase = service.db.transact(async (trx) => {
    const id = await insertDecisionRaw(trx, made.caseId, decider);
    for (const key of ['identity', 'licence']) await insertLineRaw(trx, id, key, 'refused');
  });
  await expect(withoutCase).rejects.toThrow(incomplete);
});

test('the database rejects a grant on a failed or outdated check, or on unavailable evidence', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity', result: 'failed' });
  await check(service, made, { requirementKey: 'licence', result: 'clear' });
  await check(service, made, { requirementKey: 'licence', result: 'failed' });
  await recommend(service, made);
  const decider = await assignDutyRaw(service, made.caseId);
  const grant = (key: string) =>
    service.db.transact(async (trx) =>
      insertLineRaw(trx, await insertDecisionRaw(trx, made.caseId, decider), key, 'granted'),
    );
  await expect(grant('identity')).rejects.toMatchObject({ constraint: 'failed_check_grants_nothing' });
  await expect(grant('licence')).rejects.toThrow(/last check/);

  const unscanned = await makeRecommended(service);
  await service.db
    .updateTable('evidence_version')
    .set({ state: 'rejected' })
    .where('case_id', '=', unscanned.caseId)
    .execute();
  const lateDecider = await assignDutyRaw(service, unscanned.caseId);
  const late = service.db.transact(async (trx) =>
    insertLineRaw(trx, await insertDecisionRaw(trx, unscanned.caseId, lateDecider), 'identity', 'granted'),
  );
  await expect(late).rejects.toThrow(/available evidence/);
});

test('M2 the database rejects lines and claims that are added to a decision later', async () => {
  const made = await makeRecommended(service);
  const { body } = await decide(service, made.caseId, { claims: granting('identity_confirmed') });
  await expect(service.db.transact((trx) => insertClaimRaw(trx, body.id, 'licence_confirmed'))).rejects.toThrow(
    /own transaction/,
  );
  await expect(service.db.transact((trx) => insertClaimRaw(trx, body.id, 'identity_confirmed'))).rejects.toThrow(
    /own transaction/,
  );
  await expect(service.db.transact((trx) => insertLineRaw(trx, body.id, 'licence', 'granted'))).rejects.toThrow(
    /nothing is added/,
  );
});

const recorded = [
  'decision',
  'decision_claim',
  'case_check',
  'recommendation',
  'timeline_entry',
  'requirement_version',
  'requirement',
  'requirement_method',
] as const;

test('M2 recorded facts cannot be changed by the app role, the owner or a superuser in replica mode', async () => {
  const made = await makeRecommended(service);
  await decide(service, made.caseId, { actor: operator('decider') });
  const named = (url: string) => Object.assign(new URL(url), { pathname: new URL(service.ownerUrl).pathname }).href;
  const appUrl = named(inject('stack').urls.verification.app);
  const rootUrl = named(inject('stack').superuserUrl);
  const attempts = [
    ...recorded.flatMap((table) => [
      `update ${table} set ctid_column`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]),
    'delete from claim',
    'truncate claim cascade',
    "update claim set limitations = '{none}'",
    "update claim set valid_until = valid_until + interval '1 day'",
    'update claim set decision_id = gen_random_uuid()',
    'delete from verification_case',
    'truncate verification_case cascade',
    "update verification_case set outcome = 'verified_with_limitations' where state = 'decided'",
    'update case_assignment set assignee_id = gen_random_uuid()',
    'delete from case_assignment',
    'truncate case_assignment',
    'update case_requirement set evidence_version_id = null',
    'delete from evidence_version',
    'update evidence_version set uploaded_by = gen_random_uuid()',
  ];
  for (const [url, before] of [
    [appUrl, ''],
    [service.ownerUrl, ''],
    [rootUrl, 'set session_replication_role = replica'],
  ] as const) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    if (before) await client.query(before);
    for (const attempt of attempts) {
      const { rows } = await client.query(
        "select column_name from information_schema.columns where is_generated = 'NEVER' and table_name = $1",
        [attempt.split(' ')[1]],
      );
      const statement = attempt.replace('ctid_column', `${rows[0]?.column_name} = ${rows[0]?.column_name}`);
      await expect(client.query(statement), `${new URL(url).username}: ${statement}`).rejects.toThrow(
        /immutable|permission denied|may change|cannot change|settled|referenced in a foreign key/,
      );
    }
    await client.end();
  }
  await expect(service.asOwner('set session_replication_role = replica')).rejects.toThrow(/permission denied/);
});
