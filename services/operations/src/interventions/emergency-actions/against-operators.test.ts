import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { operatorChanged } from '@trust/contracts/events/identity';
import type { OperatorRole } from '@trust/contracts/permissions';
import { openDb } from '@trust/service-kit/database/db';
import { representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeCase } from '../../../test/make.ts';
import { startOperations } from '../../../test/service.ts';
import type { Trx } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { lockActionsAgainstOperators } from './queries.ts';

const reason = 'A colleague reports a strange sign-in.';
const base = '/operations/emergency-actions';
const separated = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const conflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const unreviewed = { ...conflict, body: { detail: expect.stringContaining('lift and review it first') } };

/** Operations knows its operators from identity. */
async function startDesk() {
  const operations = await startOperations({ connections: 8 });
  async function announced(actor: Actor): Promise<Actor> {
    const { userId, permissions } = actor;
    await operations.deliver(operatorChanged, {
      userId,
      permissions,
      occurredAt: operations.clock.now.toISOString(),
    });
    return actor;
  }
  return Object.assign(operations, {
    announced,
    member: (role: OperatorRole) => announced(operations.operator(role)),
    revoke: (by: Actor, { userId: targetId }: Pick<Actor, 'userId'>, expiresInHours = 72) =>
      operations.post(base, { actor: by, body: { kind: 'revoke_sessions', targetId, expiresInHours, reason } }),
    lift: (by: Actor, id: string) => operations.post(`${base}/${id}/lift`, { actor: by, body: { reason } }),
    review: (by: Actor, id: string) =>
      operations.post(`${base}/${id}/review`, { actor: by, body: { outcome: 'justified', reason } }),
  });
}

test('Z5 one operator acts against the sessions of one operator at a time', async () => {
  await using alone = await startDesk();
  const { member: operator, revoke, lift, review } = alone;
  const actor = await operator('security');
  const colleague = await operator('security');
  const targets = [await operator('reviewer'), await operator('decider'), await operator('security')];
  const former = await alone.announced({ ...actor, userId: randomUUID(), permissions: [] });
  expect(await revoke(actor, former)).toMatchObject({ status: 201 });
  const atOnce = await Promise.all(targets.map((target) => revoke(actor, target)));
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const taken = atOnce.find(({ status }) => status === 201)?.body;
  const [free = actor, other = actor] = targets.filter(({ userId }) => userId !== taken.targetId);
  expect(await revoke(actor, free)).toMatchObject(unreviewed);
  const told = (await alone.emitted(notificationRequested.operations)).map(({ userId, template }) => [
    userId,
    template,
  ]);
  expect(told).toEqual([[taken.targetId, 'sessions_revoked']]);

  // Neither other targets nor other operators are limited by it.
  const made = await makeCase(alone);
  const { userId } = representative(made.providerId);
  const assignment = { assignment_id: randomUUID(), provider_id: made.providerId, user_id: userId };
  await alone.db.insertInto('representative').values(assignment).execute();
  expect(await revoke(actor, { ...actor, userId })).toMatchObject({ status: 201 });
  expect(await alone.emitted(notificationRequested.operations)).toHaveLength(1);
  expect(await revoke(colleague, free)).toMatchObject({ status: 201 });
  await lift(colleague, taken.id);
  expect(await revoke(actor, other)).toMatchObject(unreviewed);
  await review(colleague, taken.id);
  const next = await revoke(actor, other, 1);
  expect(next.status).toBe(201);
  alone.advanceClock(3600);
  const fresh = (of: Actor) => ({ ...of, authenticatedAt: alone.operator('security').authenticatedAt });
  const again = () => revoke(fresh(actor), { ...actor, userId: taken.targetId }, 1);
  expect(await again()).toMatchObject(unreviewed);
  await review(fresh(colleague), next.body.id);
  expect(await again()).toMatchObject({ status: 201 });
});

test('Z5 an action against an operator leaves another operator who can lift and review it', async () => {
  await using alone = await startDesk();
  const { member: operator, revoke } = alone;
  const [one, two] = [await operator('security'), await operator('security')];
  await operator('supervisor');
  const reviewer = await operator('reviewer');
  const nobodyElse = { ...conflict, body: { detail: expect.stringContaining('No other operator') } };
  expect(await revoke(one, two)).toMatchObject(nobodyElse);
  expect(await alone.emitted(notificationRequested.operations)).toEqual([]);
  const three = await operator('security');
  const atOnce = await Promise.all([revoke(one, two), revoke(two, three), revoke(three, one)]);
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const { actorId, targetId } = atOnce.find(({ status }) => status === 201)?.body ?? {};
  const [free = one] = [one, two, three].filter(({ userId }) => userId !== actorId && userId !== targetId);
  expect(await revoke(free, { userId: actorId })).toMatchObject(nobodyElse);
  for (const by of [one, two, three]) {
    const isFree = by.userId !== actorId && by.userId !== targetId;
    expect((await revoke(by, reviewer)).status).toBe(isFree ? 201 : 409);
  }
});

test('Z5 who was signed out acts again once the action has expired', async () => {
  await using desk = await startDesk();
  const { member, revoke } = desk;
  const [actor, target, reviewer] = [await member('security'), await member('security'), await member('reviewer')];
  await member('security');
  expect((await revoke(actor, target, 1)).status).toBe(201);
  expect(await revoke(target, reviewer)).toMatchObject({
    ...conflict,
    body: { detail: expect.stringContaining('Wait for its end') },
  });
  desk.advanceClock(3600);
  const { authenticatedAt } = desk.operator('security');
  expect((await revoke({ ...target, authenticatedAt }, reviewer)).status).toBe(201);
});

test('Z5 an action against an operator waits for one that another request takes', async () => {
  await using desk = await startDesk();
  const [actor, target] = [await desk.member('security'), await desk.member('reviewer')];
  await desk.member('security');
  const { pending } = await desk.db.transact(async (trx) => {
    await lockActionsAgainstOperators(trx);
    let isAnswered = false;
    const pending = desk.revoke(actor, target).finally(() => {
      isAnswered = true;
    });
    await expect.poll(async () => isAnswered || (await isAnyLockWanted(trx)), { timeout: 10_000 }).toBe(true);
    expect(isAnswered).toBe(false);
    return { pending };
  });
  expect((await pending).status).toBe(201);
});

async function isAnyLockWanted(trx: Trx): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(trx);
  return rows.length > 0;
}

test('Z5 neither actor nor target lifts an action against an operator', async () => {
  await using desk = await startDesk();
  const { member, revoke, lift } = desk;
  const [actor, colleague, target] = [await member('security'), await member('security'), await member('security')];
  const taken = await revoke(actor, target);
  for (const one of [actor, target]) expect(await lift(one, taken.body.id)).toMatchObject(separated);
  await using owner = openDb<DB>({ url: desk.ownerUrl, max: 1 });
  for (const db of [desk.db, owner])
    for (const { userId } of [actor, target])
      await expect(
        sql`update emergency_action set lifted_by = ${userId}, lifted_at = started_at, lift_reason = ${reason}`.execute(
          db,
        ),
      ).rejects.toMatchObject({ constraint: 'emergency_action_lifted_by_another' });
  expect((await lift(colleague, taken.body.id)).status).toBe(200);

  const former = await desk.announced({ ...desk.operator('reviewer'), permissions: [] });
  const other = await revoke(actor, former);
  expect((await lift(actor, other.body.id)).status).toBe(200);
});

test('Z5 the next action of an operator against an operator waits for a review, in the database too', async () => {
  await using desk = await startDesk();
  const { member, revoke, lift, review } = desk;
  const [actor, colleague] = [await member('security'), await member('security')];
  const [target, next] = [await member('reviewer'), await member('decider')];
  const { id } = (await revoke(actor, target)).body;
  await lift(colleague, id);
  expect(await revoke(actor, next)).toMatchObject(unreviewed);
  await using owner = openDb<DB>({ url: desk.ownerUrl, max: 1 });
  const at = desk.clock.now;
  for (const db of [desk.db, owner])
    await expect(
      sql`insert into emergency_action (id, kind, target_id, reason, acted_by, started_at, expires_at, review_due_at)
        values (${randomUUID()}, 'revoke_sessions', ${next.userId}, ${reason}, ${actor.userId}, ${at}, ${at}::timestamptz + interval '1 hour', ${at})`.execute(
        db,
      ),
    ).rejects.toMatchObject({ constraint: 'emergency_action_after_review' });
  expect((await review(colleague, id)).status).toBe(200);
  expect((await revoke(actor, next)).status).toBe(201);
});

test('Z5 a further operator who can approve is signed out only while three others can', async () => {
  await using desk = await startDesk();
  const { member, revoke, lift } = desk;
  const [one, two, three] = [await member('security'), await member('security'), await member('security')];
  const [first, second] = [await member('supervisor'), await member('supervisor')];
  const taken = await revoke(one, first);
  expect(taken.status).toBe(201);
  expect((await revoke(two, second)).status).toBe(201);
  expect(await revoke(three, one)).toMatchObject({
    ...conflict,
    body: { detail: expect.stringContaining('Three operators who can approve roles') },
  });
  // Sessions that were ended stay ended, so who was signed out is safe to count again.
  await lift(three, taken.body.id);
  expect((await revoke(three, one)).status).toBe(201);
});

test('Z5 the first approver is signed out where only two others remain, and other operators always', async () => {
  await using desk = await startDesk();
  const { member, revoke } = desk;
  const [actor, colleague] = [await member('security'), await member('security')];
  const [supervisor, reviewer] = [await member('supervisor'), await member('reviewer')];
  expect((await revoke(actor, supervisor)).status).toBe(201);
  expect((await revoke(colleague, reviewer)).status).toBe(201);
});
