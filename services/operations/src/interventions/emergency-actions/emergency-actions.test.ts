import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { operatorChanged } from '@trust/contracts/events/identity';
import { emergencyActionChanged, emergencyActionSnapshot } from '@trust/contracts/events/operations';
import { openDb } from '@trust/service-kit/database/db';
import { representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeLabels } from '../../../test/make.ts';
import { makeClaim } from '../../../test/make-claim.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import type { DB } from '../../db/schema.ts';
import { snapshotSources } from '../../snapshot-sources.ts';
import { readEmergencyActions } from './measure.ts';

const source = snapshotSources.find(({ thing }) => thing === 'emergency action') as (typeof snapshotSources)[number];
let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 8 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'A parent reports an injury in this home.';
const base = '/operations/emergency-actions';
const security = (on = operations) => on.operator('security');
const act = (actor: Actor, body: object) => operations.post(base, { actor, body: { reason, ...body } });
const lift = (actor: Actor, id: string) => operations.post(`${base}/${id}/lift`, { actor, body: { reason } });
const review = (actor: Actor, id: string) =>
  operations.post(`${base}/${id}/review`, { actor, body: { outcome: 'justified', reason } });
const read = async (id: string) => (await operations.get(`${base}/${id}`, { actor: security() })).body;
const after = (hours: number) => new Date(operations.clock.now.getTime() + hours * 3_600_000).toISOString();
const separated = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const conflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const invalidTransition = { status: 400, body: { type: 'http://trust.test/problems/invalid-transition' } };

async function makeProvider(): Promise<string> {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  return made.providerId;
}

const suspend = async (actor = security(), targetId?: string) =>
  (await act(actor, { kind: 'suspend_provider_listing', targetId: targetId ?? (await makeProvider()) })).body
    .id as string;

/** Operations knows them from identity. */
async function announced(on: Operations, actor: Actor): Promise<Actor> {
  const { userId, permissions } = actor;
  await on.deliver(operatorChanged, { userId, permissions, occurredAt: on.clock.now.toISOString() });
  return actor;
}

const inTriage = async (actor: Actor, id: string) =>
  (await operations.get('/operations/triage?kind=emergency_review&limit=100', { actor })).body.items.find(
    ({ subject }: { subject: { id: string } }) => subject.id === id,
  );

test('an action lasts 24 hours by default, ends without a job, and stays in triage until its review', async () => {
  const actor = security();
  const targetId = await makeProvider();
  const { status, body } = await act(actor, { kind: 'suspend_provider_listing', targetId });
  const at = operations.clock.now.toISOString();
  const announced = { actionId: body.id, kind: 'suspend_provider_listing', targetId, startedAt: at };
  expect([status, body]).toMatchObject([
    201,
    { targetId, providerId: targetId, state: 'active', actorId: actor.userId, expiresAt: after(24), endedAt: null },
  ]);
  expect((await operations.emitted(emergencyActionChanged)).at(-1)).toEqual({
    ...announced,
    endsAt: after(24),
    occurredAt: at,
  });
  expect(await inTriage(security(), body.id)).toMatchObject({ state: 'active', dueAt: body.reviewDueAt });
  expect(await review(security(), body.id)).toMatchObject(invalidTransition);
  operations.advanceClock(24 * 3600 - 1);
  expect(await read(body.id)).toMatchObject({ state: 'active' });
  operations.advanceClock(1);
  expect(await read(body.id)).toMatchObject({ state: 'awaiting_review', endedAt: body.expiresAt });
  expect(await inTriage(security(), body.id)).toMatchObject({ state: 'awaiting_review' });
  expect(await inTriage(operations.operator('supervisor'), body.id)).toBeUndefined();
  const reviewer = security();
  expect(await review(reviewer, body.id)).toMatchObject({
    status: 200,
    body: { state: 'reviewed', review: { reviewerId: reviewer.userId, outcome: 'justified' } },
  });
  expect(await inTriage(security(), body.id)).toBeUndefined();
  expect(await review(security(), body.id)).toMatchObject(invalidTransition);
  for (const action of ['createEmergencyAction', 'reviewEmergencyAction'])
    expect((await operations.audited(action)).at(-1)).toMatchObject({ objectId: body.id, reason });
});

test('lifting an action ends it at once, and its snapshot says so', async () => {
  const id = await suspend();
  operations.advanceClock(60);
  const lifter = security();
  expect(await lift(lifter, id)).toMatchObject({
    status: 200,
    body: { state: 'awaiting_review', endedAt: after(0), lift: { lifterId: lifter.userId, reason } },
  });
  const announced = (await operations.emitted(emergencyActionChanged)).at(-1);
  expect(announced).toMatchObject({ actionId: id, endsAt: after(0) });
  await operations.db.transact((trx) => source.announce(trx, id, operations.app));
  expect((await operations.emitted(emergencyActionSnapshot)).at(-1)).toEqual(announced);
  expect(await lift(lifter, id)).toMatchObject(invalidTransition);
  expect(await review(lifter, id)).toMatchObject({ status: 200 });
});

test('a target whose action was lifted can be acted on again at once', async () => {
  const targetId = await makeProvider();
  const lifted = await suspend(security(), targetId);
  expect(await act(security(), { kind: 'suspend_provider_listing', targetId })).toMatchObject(conflict);
  await lift(security(), lifted);
  expect(await act(security(), { kind: 'suspend_provider_listing', targetId })).toMatchObject({ status: 201 });
});

test('each kind needs a target that operations knows, and one action on a target is in force at a time', async () => {
  const actor = security();
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  const claim = await makeClaim(operations);
  const { userId } = await announced(operations, operations.operator('reviewer'));
  await announced(operations, security());
  const targets = [
    ['suspend_provider_listing', made.providerId, made.providerId],
    ['withhold_claim', claim.claimId, claim.providerId],
    ['freeze_case', made.caseId, made.providerId],
    ['revoke_sessions', userId, null],
  ] as const;
  for (const [kind, targetId, providerId] of targets) {
    expect(await act(actor, { kind, targetId: randomUUID() })).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('emergency-targets') },
    });
    const twice = await Promise.all([act(actor, { kind, targetId }), act(actor, { kind, targetId })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(twice.find(({ status }) => status === 201)?.body).toMatchObject({ kind, targetId, providerId });
  }
  for (const expiresInHours of [0, 73, 1.5])
    expect(await act(actor, { kind: 'freeze_case', targetId: made.caseId, expiresInHours })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'expiresInHours' }] },
    });
  operations.advanceClock(24 * 3600);
  const longest = { kind: 'freeze_case', targetId: made.caseId, expiresInHours: 72 };
  expect(await act(security(), longest)).toMatchObject({ status: 201, body: { expiresAt: after(72) } });
});

test('Z3 who took an action cannot review it, alone or in a race, and one of many reviews is recorded', async () => {
  const actor = security();
  const id = await suspend(actor);
  await lift(security(), id);
  expect(await review(actor, id)).toMatchObject(separated);
  const all = [...Array.from({ length: 8 }, () => actor), ...Array.from({ length: 8 }, () => security())];
  const statuses = (await Promise.all(all.map((one) => review(one, id)))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.indexOf(200)).toBeGreaterThanOrEqual(8);
  await using owner = openDb<DB>({ url: operations.ownerUrl, max: 1 });
  const open = await suspend(actor);
  await lift(actor, open);
  for (const db of [operations.db, owner]) {
    const raw = (action: string, by: string, copied = actor.userId, at = after(1)) =>
      sql`insert into emergency_review (action_id, acted_by, reviewer_id, outcome, reason, reviewed_at)
        values (${action}, ${copied}, ${by}, 'justified', ${reason}, ${at})`.execute(db);
    await expect(raw(open, actor.userId)).rejects.toThrow('emergency_review_not_by_actor');
    await expect(raw(open, actor.userId, randomUUID())).rejects.toThrow('emergency_review_action_id_acted_by_fkey');
    await expect(raw(await suspend(actor), randomUUID())).rejects.toThrow('is in force');
    for (const statement of [
      sql`update emergency_action set expires_at = expires_at - interval '1 hour'`,
      sql`update emergency_action set lifted_by = ${randomUUID()}, lifted_at = started_at, lift_reason = ${reason} where id = ${open}`,
      sql`delete from emergency_action`,
      sql`update emergency_review set outcome = 'not_justified'`,
      sql`delete from emergency_review`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/permission denied|immutable|lifted once|refused/);
  }
});

test('Z3 neither the target of an action nor who represented its provider meanwhile reviews it', async () => {
  const target = await announced(operations, security());
  await announced(operations, security());
  const { body: revoked } = await act(security(), { kind: 'revoke_sessions', targetId: target.userId });
  await lift(security(), revoked.id);
  expect(await review(target, revoked.id)).toMatchObject(separated);
  const claimed = await operations.post(`/operations/triage/emergency_action/${revoked.id}/claim`, { actor: target });
  expect(claimed).toMatchObject(conflict);
  expect(await review(security(), revoked.id)).toMatchObject({ status: 200 });

  const providerId = await makeProvider();
  const id = await suspend(security(), providerId);
  await lift(security(), id);
  const former = security();
  const ended = { assignment_id: randomUUID(), provider_id: providerId, user_id: former.userId, ended_at: after(1) };
  await operations.db.insertInto('representative').values(ended).execute();
  expect(await review(former, id)).toMatchObject(separated);
  expect(await review(security(), id)).toMatchObject({ status: 200 });
});

test('D2 who represents the provider neither acts on it nor sees actions on it', async () => {
  const providerId = await makeProvider();
  const own = { ...security(), assignments: representative(providerId).assignments };
  expect(await act(own, { kind: 'suspend_provider_listing', targetId: providerId })).toMatchObject(separated);
  const id = await suspend(security(), providerId);
  const hidden = [operations.get(`${base}/${id}`, { actor: own }), lift(own, id), review(own, id)];
  for (const answer of await Promise.all(hidden)) expect(answer.status).toBe(404);
  const listed = async (actor: Actor, query = '') =>
    (await operations.get(`${base}?targetId=${providerId}${query}`, { actor })).body.items;
  expect(await listed(own)).toEqual([]);
  expect(await inTriage(own, id)).toBeUndefined();
  expect(await listed(security(), '&state=active&kind=suspend_provider_listing')).toMatchObject([{ id }]);
  expect(await listed(security(), '&state=awaiting_review')).toEqual([]);
});

test('measures how many actions are in force, for how long, and how many wait for a review', async () => {
  await using alone = await startOperations();
  const made = await makeCase(alone);
  const measured = async () =>
    (await readEmergencyActions(alone.app)).filter((one) => one.attributes['trust.emergency.kind'] === 'freeze_case');
  const body = { kind: 'freeze_case', targetId: made.caseId, expiresInHours: 2, reason };
  await alone.post(base, { actor: alone.operator('security'), body });
  alone.advanceClock(3600);
  expect((await measured()).map(({ value }) => value)).toEqual([1, 0, 3600, 3600, 0]);
  alone.advanceClock(3600);
  expect((await measured()).map(({ value }) => value)).toEqual([0, 1, 0, 0, 0]);
  alone.advanceClock(10 * 86_400);
  expect((await measured()).map(({ value }) => value)).toEqual([0, 1, 0, 0, 1]);
});
