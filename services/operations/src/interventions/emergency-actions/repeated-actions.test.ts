import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { openDb } from '@trust/service-kit/database/db';
import { representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeLabels } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import type { DB } from '../../db/schema.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'A parent reports an injury in this home.';
const base = '/operations/emergency-actions';
const again = {
  status: 409,
  body: {
    type: 'http://trust.test/problems/state-conflict',
    detail: expect.stringContaining('no other operator has reviewed the last one as justified'),
  },
};
type Target = { kind: string; targetId: string };
const security = () => operations.operator('security');
const act = (actor: Actor, target: Target) =>
  operations.post(base, { actor, body: { ...target, reason, expiresInHours: 1 } });
const lift = (actor: Actor, id: string) => operations.post(`${base}/${id}/lift`, { actor, body: { reason } });
const review = (actor: Actor, id: string, outcome: string) =>
  operations.post(`${base}/${id}/review`, { actor, body: { outcome, reason } });

async function makeTargets() {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  const { userId } = representative(made.providerId);
  const assignment = { assignment_id: randomUUID(), provider_id: made.providerId, user_id: userId };
  await operations.db.insertInto('representative').values(assignment).execute();
  return {
    listing: { kind: 'suspend_provider_listing', targetId: made.providerId },
    frozen: { kind: 'freeze_case', targetId: made.caseId },
    sessions: { kind: 'revoke_sessions', targetId: userId },
  };
}

test.each(['listing', 'frozen', 'sessions'] as const)(
  'Z5 who took an action repeats it after a review as justified only, another operator at once: %s',
  async (name) => {
    const target = (await makeTargets())[name];
    const [actor, colleague] = [security(), security()];
    const first = await act(actor, target);
    expect(first.status).toBe(201);
    await lift(colleague, first.body.id);
    expect(await act(actor, target)).toMatchObject(again);
    await review(colleague, first.body.id, 'justified');
    const second = await act(actor, target);
    expect(second.status).toBe(201);
    await lift(actor, second.body.id);
    await review(colleague, second.body.id, 'not_justified');
    // The review of the first one as justified counts no more.
    expect(await act(actor, target)).toMatchObject(again);
    expect((await act(colleague, target)).status).toBe(201);
  },
);

test('Z5 an action that expired is not repeated unreviewed, and other kinds and targets are free', async () => {
  const [one, other] = [await makeTargets(), await makeTargets()];
  const actor = security();
  await act(actor, one.listing);
  operations.advanceClock(3600);
  const fresh = { ...actor, authenticatedAt: security().authenticatedAt };
  expect(await act(fresh, one.listing)).toMatchObject(again);
  expect((await act(fresh, one.frozen)).status).toBe(201);
  expect((await act(fresh, other.listing)).status).toBe(201);
});

test('Z5 the database holds it, for the owner of the tables too', async () => {
  const { listing } = await makeTargets();
  const actor = security();
  await lift(actor, (await act(actor, listing)).body.id);
  await using owner = openDb<DB>({ url: operations.ownerUrl, max: 1 });
  const at = operations.clock.now;
  const insert = (db: typeof operations.db | typeof owner, kind: string) =>
    sql`insert into emergency_action (id, kind, target_id, provider_id, reason, acted_by, started_at, expires_at, review_due_at)
      values (${randomUUID()}, ${kind}, ${listing.targetId}, ${listing.targetId}, ${reason}, ${actor.userId}, ${at},
        ${at}::timestamptz + interval '1 hour', ${at})`.execute(db);
  for (const db of [operations.db, owner])
    await expect(insert(db, listing.kind)).rejects.toMatchObject({ constraint: 'emergency_action_after_justified' });
  await expect(insert(operations.db, 'freeze_case')).resolves.toBeDefined();
});
