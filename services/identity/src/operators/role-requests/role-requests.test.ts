import { randomUUID } from 'node:crypto';
import { type OperatorRole, operatorPermissions } from '@trust/contracts/permissions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Identity, member, newAddress, startIdentity } from '../../../test/service.ts';
import { changeRole } from '../roles/change-role.ts';
import { type RoleRequestState, transitions } from './states.ts';

let identity: Identity;
beforeEach(async () => {
  identity = await startIdentity({ connections: 8 });
  identity.app.passkeys = { ...identity.app.passkeys, areRequired: false };
});
afterEach(() => identity[Symbol.asyncDispose]());

const reason = 'She leads the review team from Monday.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const conflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const ended = { status: 400, body: { type: 'http://trust.test/problems/invalid-transition' } };

const nextName = () => `Colleague ${randomUUID()}`.slice(0, 40);

async function makeOperator(role: OperatorRole) {
  const identifier = newAddress();
  const workName = nextName();
  await changeRole(identity.app, { action: 'grant', identifier, role, workName }, identity.clock.now);
  const { actor } = await member(identity, identifier);
  return { ...actor, permissions: [...operatorPermissions[role]] };
}

type Actor = Awaited<ReturnType<typeof makeOperator>>;

const ask = (actor: Actor, body: object) =>
  identity.post('/operations/role-requests', { actor, body: { role: 'security', reason, ...body } });
async function request(actor: Actor, userId: string, role: OperatorRole = 'security') {
  const named = await identity.db.selectFrom('operator_change').selectAll().where('person_id', '=', userId).execute();
  return ask(actor, { userId, role, ...(named.length === 0 && { workName: nextName() }) });
}
const decide = (actor: Actor, id: string, decision = 'approve') =>
  identity.post(`/operations/role-requests/${id}/approvals`, { actor, body: { decision, reason } });
const revoke = (actor: Actor, userId: string, role: OperatorRole) =>
  identity.delete(`/operations/operators/${userId}/roles/${role}`, { actor, body: { reason } });
const rolesOf = async (personId: string) =>
  (await identity.db.selectFrom('operator_grant').select('role').where('person_id', '=', personId).execute()).length;

const crew = async () =>
  [await makeOperator('security'), await makeOperator('supervisor'), await makeOperator('security')] as const;

test('T5 a role takes effect with the second approval by two who are neither requester nor target', async () => {
  const [requester, first, second] = await crew();
  const target = await makeOperator('supervisor');
  const { status, body } = await request(requester, target.userId);
  expect([status, body]).toMatchObject([200, { state: 'pending', requesterId: requester.userId, approvals: [] }]);
  expect(await decide(requester, body.id)).toMatchObject(separation);
  expect(await decide(target, body.id)).toMatchObject(separation);
  expect(await decide(first, body.id)).toMatchObject({ status: 200, body: { state: 'pending' } });
  expect(await decide(first, body.id)).toMatchObject(separation);
  expect(await rolesOf(target.userId)).toBe(1);
  expect(await decide(second, body.id)).toMatchObject({ status: 200, body: { state: 'granted' } });
  expect(await rolesOf(target.userId)).toBe(2);
  expect(await decide(await makeOperator('security'), body.id)).toMatchObject(ended);
  expect((await identity.get('/operations/role-requests', { actor: first })).body.items).toMatchObject([
    { id: body.id, state: 'granted', approvals: [{ approverId: first.userId }, { approverId: second.userId }] },
  ]);
});

test('T5 an approval counts only while its approver may approve', async () => {
  const [requester, first, second] = await crew();
  await makeOperator('security');
  const { actor: target } = await member(identity);
  const { body } = await request(requester, target.userId);
  await decide(first, body.id);
  expect(await revoke(requester, first.userId, 'supervisor')).toMatchObject({ status: 204 });
  expect(await decide(second, body.id)).toMatchObject({ status: 200, body: { state: 'pending' } });
  expect(await rolesOf(target.userId)).toBe(0);
  expect(await decide(await makeOperator('supervisor'), body.id)).toMatchObject({ body: { state: 'granted' } });
});

test('T5 nobody requests a role for themselves, and only security requests and only two roles approve', async () => {
  const [requester, supervisor] = await crew();
  expect(await request(requester, requester.userId)).toMatchObject(separation);
  const { actor } = await member(identity);
  expect(await request(supervisor, actor.userId)).toMatchObject({ status: 403 });
  const { body } = await request(requester, actor.userId, 'triage');
  expect(await decide(await makeOperator('decider'), body.id)).toMatchObject({ status: 403 });
  expect(await request(requester, actor.userId, 'triage')).toMatchObject(conflict);
});

test('T5 a request ends after 72 hours to the second, and a rejection ends it at once', async () => {
  const [requester, first, second] = await crew();
  const { actor } = await member(identity);
  const late = (await request(requester, actor.userId)).body.id;
  expect(await decide(first, late)).toMatchObject({ status: 200 });
  identity.advanceClock(72 * 3600);
  const fresh = (operator: Actor) => ({
    ...operator,
    authenticatedAt: Math.floor(identity.clock.now.getTime() / 1000),
  });
  expect(await decide(fresh(second), late)).toMatchObject(ended);
  const again = await request(fresh(requester), actor.userId);
  expect(again).toMatchObject({ status: 200 });
  expect(await decide(fresh(first), again.body.id, 'reject')).toMatchObject({ body: { state: 'rejected' } });
  expect(await decide(fresh(second), again.body.id)).toMatchObject(ended);
  expect(await rolesOf(actor.userId)).toBe(0);
  const { items } = (await identity.get('/operations/role-requests', { actor: fresh(first) })).body;
  expect(items).toMatchObject([{ state: 'rejected' }, { id: late, state: 'expired' }]);
});

test('T5 an operator whose role was requested approves 24 hours later', async () => {
  const [requester, first, second] = await crew();
  const { actor: made } = await member(identity);
  const { body } = await request(requester, made.userId);
  await decide(first, body.id);
  await decide(second, body.id);
  const { actor } = await member(identity);
  const next = (await request(requester, actor.userId)).body.id;
  const deciding = () =>
    decide(
      {
        ...made,
        permissions: [...operatorPermissions.security],
        authenticatedAt: Math.floor(identity.clock.now.getTime() / 1000),
      },
      next,
    );
  identity.advanceClock(24 * 3600 - 1);
  expect(await deciding()).toMatchObject(conflict);
  identity.advanceClock(1);
  expect(await deciding()).toMatchObject({ status: 200 });
});

test('T5 three who can approve roles remain, and one who cannot yet does not count', async () => {
  const [one, supervisor, other] = await crew();
  const { actor: made } = await member(identity);
  const { body } = await request(one, made.userId);
  await decide(supervisor, body.id);
  await decide(other, body.id);
  expect(await revoke(one, supervisor.userId, 'supervisor')).toMatchObject(conflict);
  expect(await rolesOf(supervisor.userId)).toBe(1);
  await makeOperator('supervisor');
  const answers = await Promise.all([
    revoke(one, other.userId, 'security'),
    revoke(other, supervisor.userId, 'supervisor'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
});

test('T5 the database grants no requested role without two approvals', async () => {
  const [requester, first] = await crew();
  const { actor } = await member(identity);
  const { body } = await request(requester, actor.userId);
  await decide(first, body.id);
  const grant = () =>
    identity.db.pool.query("insert into operator_grant values ($1, 'security', now(), $2)", [actor.userId, body.id]);
  await identity.db.pool.query("update role_request set state = 'granted', ended_at = now() where id = $1", [body.id]);
  await expect(grant()).rejects.toMatchObject({ constraint: 'requested_role_is_approved' });
});

test('T5 of three approvals at the same time two count', async () => {
  const [requester, first, second] = await crew();
  const third = await makeOperator('supervisor');
  const { actor } = await member(identity);
  const { body } = await request(requester, actor.userId);
  const answers = await Promise.all([first, second, third].map((approver) => decide(approver, body.id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
  expect(await rolesOf(actor.userId)).toBe(1);
});

test('T5 a request of an unknown person is 404, and so is one that there is not', async () => {
  const [requester, first] = await crew();
  expect(await request(requester, randomUUID())).toMatchObject({ status: 404 });
  expect(await decide(first, randomUUID())).toMatchObject({ status: 404 });
});

test('M1 the database lists exactly the transitions of a role request', async () => {
  const { rows } = await identity.db.pool.query(
    "select from_state || ' ' || to_state as pair from allowed_transition where thing = 'role request'",
  );
  const listed = (Object.keys(transitions) as RoleRequestState[]).flatMap((from) =>
    transitions[from].map((to) => `${from} ${to}`),
  );
  expect(rows.map(({ pair }) => pair).sort()).toEqual(listed.sort());
});
