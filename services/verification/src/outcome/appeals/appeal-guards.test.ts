import { randomUUID } from 'node:crypto';
import { operatorPermissions } from '@trust/contracts/permissions';
import { operator } from '@trust/service-testing/actors';
import { expectImmutable } from '@trust/service-testing/immutable';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appeal,
  assignAppeal,
  decideAppeal,
  makeAppeal,
  makeAppealInReview,
  makeDecided,
  makeRecommendedAppeal,
  overturning,
} from '../../../test/appeals.ts';
import { makeRecommended, reason, submit } from '../../../test/make.ts';
import { assignDutyRaw, assignRaw, decideRaw, insertDecisionRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import type { AppealState } from '../../db/schema.ts';
import { appealTransitions } from './transitions.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const states = Object.keys(appealTransitions) as AppealState[];
const both = [...operatorPermissions.reviewer, ...operatorPermissions.decider];
const duty = { constraint: 'separation_of_duties' };

/** The database refuses what these tests do, so nothing changes and they share one. */
const submitted = once(async () => makeAppeal(service, await makeDecided(service)));
const inReview = once(async () => makeAppealInReview(service, await makeDecided(service)));
const decision = once(() => makeDecided(service));

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const insertOutcomeRaw = (appealId: string, deciderId: string, outcome = 'upheld') =>
  sql`insert into appeal_decision (appeal_id, appealed_decider_id, outcome, decider_id, reason_codes, reason, not_read_reason,
      policy_version, audit_entry_id, decided_at)
    select id, appealed_decider_id, ${outcome}::appeal_state, ${deciderId}, '{any}', 'a reason for the test', 'a reason for the test',
      '2026-11', ${randomUUID()}, now() from appeal where id = ${appealId}`;
const sixteen = <Answer>(send: () => Promise<Answer>) => Promise.all(Array.from({ length: 16 }, send));

test('M1 code and database list the same transitions of an appeal, and the database rejects all others', async () => {
  const listed = states.flatMap((from) => appealTransitions[from].map((to) => `${from} ${to}`)).sort();
  const rows = await service.db.selectFrom('allowed_transition').selectAll().where('thing', '=', 'appeal').execute();
  expect(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort()).toEqual(listed);

  const { appealId } = await submitted();
  const accepted: string[] = [];
  for (const from of states)
    for (const to of states.filter((state) => state !== from)) {
      const path: AppealState[] =
        from === 'submitted' ? [] : from === 'in_review' ? ['in_review'] : ['in_review', from];
      const attempt = service.db.transact(async (trx) => {
        for (const state of [...path, to])
          await trx.updateTable('appeal').set({ state }).where('id', '=', appealId).execute();
        throw new Error('accepted');
      });
      const message = await attempt.catch(({ message }: Error) => message);
      if (message === 'accepted') accepted.push(`${from} ${to}`);
      else expect(message).toMatch(/appeal cannot go from/);
    }
  expect(accepted.sort()).toEqual(listed);
});

test('M1 at commit case, appeal and decision agree', async () => {
  const { caseId, appealId, assignee } = await inReview();
  const set = (state: AppealState) => service.db.updateTable('appeal').set({ state }).where('id', '=', appealId);
  for (const state of ['withdrawn', 'upheld', 'overturned'] as const)
    await expect(set(state).execute()).rejects.toThrow(/do not agree/);
  await expect(insertOutcomeRaw(appealId, assignee.userId).execute(service.db)).rejects.toThrow(/do not agree/);
  const close = service.db.updateTable('verification_case').set({ state: 'closed' }).where('id', '=', caseId);
  await expect(close.execute()).rejects.toThrow(/do not agree/);
  const outcome = service.db
    .updateTable('verification_case')
    .set({ state: 'closed', outcome: 'not_verified' })
    .where('id', '=', caseId);
  await expect(outcome.execute()).rejects.toThrow(/outcome changes with|do not agree/);
  const undecided = service.db.transact(async (trx) => {
    await trx.updateTable('appeal').set({ state: 'upheld' }).where('id', '=', appealId).execute();
    await trx.updateTable('verification_case').set({ state: 'closed' }).where('id', '=', caseId).execute();
  });
  await expect(undecided).rejects.toThrow(/do not agree/);
  const decided = await decision();
  const move = service.db
    .updateTable('verification_case')
    .set({ state: 'under_appeal' })
    .where('id', '=', decided.caseId);
  await expect(move.execute()).rejects.toThrow(/only an appeal/);
});

test('M3 the database accepts one appeal of a decision, in its time, while it is in force', async () => {
  const made = await submitted();
  const insert = (from: string, values: string) =>
    sql`insert into appeal (id, case_id, decision_id, appealed_decider_id, grounds, statement, submitted_by, submitted_at)
      select ${randomUUID()}, d.case_id, d.id, d.decider_id, '{any}', 'a statement for the test', ${randomUUID()}, ${sql.raw(values)}
      from decision d where d.case_id = ${from}`.execute(service.db);
  await expect(insert(made.caseId, 'd.decided_at')).rejects.toThrow(/against a decided case/);
  const decided = await decision();
  await expect(insert(decided.caseId, 'd.appeal_ends_at')).rejects.toThrow(/in its time/);
  await expect(insert(decided.caseId, 'd.decided_at')).rejects.toThrow(/do not agree/);
});

test('a decision without an end of its appeal, by a replica that knows no appeals, can be appealed', async () => {
  const made = await makeRecommended(service);
  const deciderId = await assignDutyRaw(service, made.caseId);
  const claims = { granted: ['identity'], claims: ['identity_confirmed'] };
  const decisionId = await service.db.transact((trx) => decideRaw(trx, { caseId: made.caseId, deciderId }, claims));
  expect((await appeal(service, { ...made, decisionId })).status).toBe(201);
});

test('M2 a claim change names an existing appeal', async () => {
  const { claim_id } = await sql<{ claim_id: string }>`select id as claim_id from claim where state = 'active' limit 1`
    .execute(service.db)
    .then(({ rows }) => rows[0] ?? { claim_id: '' });
  const change = sql`insert into claim_change (id, claim_id, from_state, to_state, reason, appeal_id, changed_at)
    values (${randomUUID()}, ${claim_id}, 'active', 'suspended', 'evidence_in_doubt', ${randomUUID()}, now())`;
  await expect(change.execute(service.db)).rejects.toThrow(/change_has_its_appeal/);
});

test('M3 the database rejects an appeal that takes a granted claim away', async () => {
  const { caseId, assignee } = await makeRecommendedAppeal(
    service,
    await makeAppealInReview(service, await makeDecided(service)),
  );
  const decided = service.db.transact(async (trx) => {
    const id = await insertDecisionRaw(trx, caseId, assignee.userId, 'not_verified', reason, 'sets_aside');
    await sql`set constraints appeal_takes_nothing immediate`.execute(trx);
    return id;
  });
  await expect(decided).rejects.toThrow(/takes no granted claim away/);
});

test('Z3 the database rejects reviewer, decider, uploader and strangers as assignee or decider of appeals', async () => {
  const made = await makeAppeal(service, await makeDecided(service), { newEvidenceFor: ['licence'] });
  for (const { userId } of [made.reviewer, made.decider, made.owner]) {
    await service.announce({ userId }, both);
    await expect(assignRaw(made.caseId, userId, 'appeal').execute(service.db)).rejects.toMatchObject(duty);
  }
  const reviewer = await service.known(operator('reviewer'));
  await expect(assignRaw(made.caseId, reviewer.userId, 'appeal').execute(service.db)).rejects.toMatchObject({
    constraint: 'duty_needs_permission',
  });
  const assignee = await service.known(operator('decider'));
  const ofEvidence = assignRaw(made.evidenceCaseId ?? '', assignee.userId, 'review').execute(service.db);
  await expect(ofEvidence).rejects.toThrow(/takes no assignee|needs its permission|works on its evidence/);
  expect((await assignAppeal(service, made.caseId, assignee)).status).toBe(200);

  const stranger = await service.known(operator('decider'));
  await expect(insertOutcomeRaw(made.appealId, stranger.userId).execute(service.db)).rejects.toThrow(
    /for its assignee/,
  );
  for (const { userId } of [made.reviewer, made.decider]) {
    const outcome = insertOutcomeRaw(made.appealId, userId).execute(service.db);
    await expect(outcome).rejects.toMatchObject(duty);
  }
  // The assignee's own evidence: their provider account uploads it.
  const uploaded = await submit(service, { ...made, owner: assignee }, made.evidenceCaseId ?? '', 'licence');
  const evidence = service.db
    .selectFrom('evidence_version')
    .select('state')
    .where('id', '=', uploaded.evidenceVersionId);
  expect(await evidence.executeTakeFirst()).toEqual({ state: 'refused' });
});

test('Z3 returns 409 when reviewer or decider take the appeal, and 404 to others than the assignee', async () => {
  const made = await submitted();
  for (const judge of [made.reviewer, made.decider]) {
    await service.announce(judge, both);
    const answer = await assignAppeal(service, made.caseId, { ...judge, permissions: both });
    expect([answer.status, answer.body.title]).toEqual([409, 'Separation of duties']);
  }
  const taken = await inReview();
  for (const actor of [operator('decider'), taken.decider])
    expect((await decideAppeal(service, taken, { actor })).status).toBe(404);
  expect((await decideAppeal(service, taken, { actor: operator('reviewer') })).status).toBe(403);
});

test('C1 M2 16 identical appeal decisions have one effect; no role can change the appeal or its decision', async () => {
  const made = await makeRecommendedAppeal(service, await makeAppealInReview(service, await makeDecided(service)));
  const send = () => decideAppeal(service, made, { ...overturning, key: 'the same' });
  const answers = await sixteen(send);
  const done = answers.filter(({ status }) => status === 201);
  const busy = answers.filter(({ status, headers }) => status === 409 && headers.get('retry-after'));
  expect([done.length > 0, done.length + busy.length]).toEqual([true, 16]);
  expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await send()).headers.get('idempotency-replayed')).toBe('true');
  const other = await decideAppeal(service, made, { key: 'the same' });
  expect(other).toMatchObject({ status: 409, body: { errors: [{ code: 'idempotency_key_reused' }] } });
  const facts = [
    { table: 'appeal', where: `id = '${made.appealId}'`, key: 'id', change: "state = 'in_review'" },
    { table: 'appeal', where: `id = '${made.appealId}'`, key: 'id', change: "statement = 'something else entirely'" },
    {
      table: 'appeal_decision',
      where: `appeal_id = '${made.appealId}'`,
      key: 'appeal_id',
      change: "outcome = 'upheld'",
    },
    {
      table: 'appeal_recommendation',
      where: `appeal_id = '${made.appealId}'`,
      key: 'appeal_id',
      change: "claims = '[]'",
    },
  ];
  const refusal =
    /immutable|against a decided case|not in review|cannot go from|may change|permission denied|must be (owner|superuser)|sealed/;
  await expectImmutable({ app: service.urls.app, owner: service.ownerUrl }, facts, refusal);
});
