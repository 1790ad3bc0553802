import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { actorChanged, operatorChanged } from '@trust/contracts/events/identity';
import { type OperatorRole, operatorPermissions } from '@trust/contracts/permissions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Identity, member, newAddress, resolverOf, signIn, startIdentity } from '../../../test/service.ts';
import { changeRole } from './change-role.ts';

let identity: Identity;
beforeEach(async () => {
  identity = await startIdentity({ connections: 4 });
});
afterEach(() => identity[Symbol.asyncDispose]());

const reason = 'She leads the review team from Monday.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };

const nextName = () => `Colleague ${randomUUID()}`.slice(0, 40);

async function makeOperator(role: OperatorRole, { hasPasskey = true } = {}) {
  const identifier = newAddress();
  const workName = nextName();
  await changeRole(identity.app, { action: 'grant', identifier, role, workName }, identity.clock.now);
  const { actor } = await member(identity, identifier);
  if (hasPasskey) await insertPasskey(actor.userId);
  return { ...actor, permissions: [...operatorPermissions[role]] };
}

const makeSecurity = (options = {}) => makeOperator('security', options);
const makeSupervisors = async (count: number) => {
  const made = [];
  for (let index = 0; index < count; index++) made.push(await makeOperator('supervisor'));
  return made as [Holder, Holder, Holder];
};

async function insertPasskey(person_id: string) {
  const [id, created_at, bytes] = [randomUUID(), identity.clock.now, Buffer.from(randomUUID())];
  const key = { credential_id: bytes, public_key: bytes, sign_count: 0, is_synced: false, sealed_name: bytes };
  await identity.db
    .insertInto('passkey')
    .values({ id, person_id, created_at, ...key })
    .execute();
}

type Holder = Awaited<ReturnType<typeof makeSecurity>>;
const path = (userId: string, role: string) => `/operations/operators/${userId}/roles/${role}`;
async function grant(actor: Holder, userId: string, role: string) {
  const named = await identity.db.selectFrom('operator_change').selectAll().where('person_id', '=', userId).execute();
  const body = { userId, role, reason, ...(named.length === 0 && { workName: nextName() }) };
  const requested = await identity.post('/operations/role-requests', { actor, body });
  if (requested.status !== 200) return requested;
  const approvals = `/operations/role-requests/${requested.body.id}/approvals`;
  const [one, other] = await makeSupervisors(2);
  await identity.post(approvals, { actor: one, body: { decision: 'approve', reason } });
  return identity.post(approvals, { actor: other, body: { decision: 'approve', reason } });
}
const revoke = (actor: Holder, userId: string, role: string) =>
  identity.delete(path(userId, role), { actor, body: { reason } });
const rolesOf = async (userId: string) =>
  (await identity.db.selectFrom('operator_grant').select('role').where('person_id', '=', userId).execute()).map(
    ({ role }) => role as OperatorRole,
  );

test('A4 A5 grants and revokes a role with the effects of the command line, and audits the reason', async () => {
  const security = await makeSecurity();
  const { resolved, actorOf } = await resolverOf(identity);
  const { actor, accessToken, identifier } = await member(identity);
  const { userId } = actor;
  const known = { actor: (await identity.emitted(actorChanged)).length };
  expect(await grant(security, userId, 'reviewer')).toMatchObject({ status: 200, body: { userId, state: 'granted' } });
  expect(await rolesOf(userId)).toEqual(['reviewer']);
  expect(await grant(security, userId, 'reviewer')).toMatchObject({ status: 409 });
  expect(await resolved(accessToken)).toBe(undefined);
  identity.advanceClock(61);
  const later = await signIn(identity, identifier);
  expect((await actorOf(later.accessToken))?.permissions).toEqual([...operatorPermissions.reviewer]);

  for (let time = 0; time < 2; time++) {
    expect(await revoke(security, userId, 'reviewer')).toMatchObject({ status: 204 });
    expect(await rolesOf(userId)).toEqual([]);
  }
  expect((await actorOf(later.accessToken))?.permissions).toEqual([]);

  const announced = (await identity.emitted(operatorChanged)).filter((event) => event.userId === userId);
  expect(announced.map((event) => [event.userId, event.permissions])).toEqual([
    [userId, operatorPermissions.reviewer],
    [userId, []],
  ]);
  expect((await identity.emitted(actorChanged)).length - known.actor).toBeGreaterThanOrEqual(2);
  const entries = (await identity.emitted(auditRecorded.identity)).filter(({ action }) =>
    /Role(Request|Approval)$|OperatorRole/.test(action),
  );
  expect(entries).toMatchObject([
    { action: 'createRoleRequest', actorId: security.userId, reason, after: { personId: userId, role: 'reviewer' } },
    { action: 'createRoleApproval', reason, after: { state: 'pending', personId: userId } },
    { action: 'createRoleApproval', reason, after: { state: 'granted', personId: userId, role: 'reviewer' } },
    { action: 'deleteOperatorRole', actorId: security.userId, objectId: userId, reason, before: { role: 'reviewer' } },
  ]);
  const notices = (await identity.emitted(notificationRequested.identity)).filter(
    ({ template }) => template === 'roles_changed',
  );
  expect(notices).toEqual(
    ['granted', 'revoked'].map((change) => ({
      userId,
      providerId: null,
      template: 'roles_changed',
      data: { change, role: 'reviewer' },
    })),
  );
});

test('Z3 nobody changes a role of their own', async () => {
  const security = await makeSecurity();
  expect(await grant(security, security.userId, 'auditor')).toMatchObject({
    ...separation,
    body: { ...separation.body, detail: expect.stringContaining('their own roles') },
  });
  expect(await revoke(security, security.userId, 'security')).toMatchObject(separation);
  expect(await rolesOf(security.userId)).toEqual(['security']);
});

test('M3 of three operators two of whom revoke each other at once, two keep the role security', async () => {
  const [one, other, third] = [await makeSecurity(), await makeSecurity(), await makeSecurity()];
  await makeSupervisors(3);
  const answers = await Promise.all([revoke(one, other.userId, 'security'), revoke(other, one.userId, 'security')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  const left = [one, other, third].map(({ userId }) => rolesOf(userId));
  expect((await Promise.all(left)).flat()).toEqual(['security', 'security']);
});

test('T5 whoever revokes the role security is never the only one who can use it', async () => {
  const [corrupt, one, other] = [await makeSecurity(), await makeSecurity(), await makeSecurity()];
  await makeSupervisors(3);
  const unused = newAddress();
  await changeRole(identity.app, { action: 'grant', identifier: unused, role: 'security' }, identity.clock.now);
  const ends_at = new Date(identity.clock.now.getTime() + 1000);
  const action = { action_id: randomUUID(), started_at: identity.clock.now, ends_at };
  await identity.db
    .insertInto('emergency_action')
    .values({ ...action, person_id: one.userId })
    .execute();
  const alone = {
    status: 409,
    body: { detail: expect.stringMatching(/^Another operator who can use the role `security`/) },
  };
  expect(await revoke(corrupt, other.userId, 'security')).toMatchObject(alone);
  identity.advanceClock(1);
  expect(await revoke(corrupt, one.userId, 'security')).toMatchObject({ status: 204 });
  expect(await revoke(corrupt, one.userId, 'security')).toMatchObject({ status: 204 });
  expect(await revoke(corrupt, other.userId, 'security')).toMatchObject(alone);
  expect(await revoke(other, corrupt.userId, 'security')).toMatchObject(alone);
  expect(await rolesOf(other.userId)).toEqual(['security']);
});

test('T5 everybody who can approve roles is told of every revoked role, and which it was', async () => {
  const [security, other, target] = [await makeSecurity(), await makeSecurity(), await makeSecurity()];
  const supervisors = await makeSupervisors(3);
  const reviewer = await makeOperator('reviewer');
  await revoke(security, supervisors[0].userId, 'supervisor');
  await revoke(security, target.userId, 'security');
  await revoke(security, reviewer.userId, 'reviewer');
  const told = (await identity.emitted(notificationRequested.identity)).filter(
    ({ template }) => template === 'role_revoked',
  );
  const remaining = [security, other, supervisors[1], supervisors[2]].map(({ userId }) => userId);
  const expected = {
    supervisor: [...remaining, target.userId],
    security: remaining,
    reviewer: remaining,
  };
  for (const [role, people] of Object.entries(expected))
    expect(
      told
        .filter(({ data }) => data.role === role)
        .map(({ userId }) => userId)
        .sort(),
    ).toEqual(people.sort());
  expect(told).toHaveLength(13);
});

test('T5 whoever revokes the role auditor leaves another auditor who has signed in', async () => {
  const security = await makeSecurity();
  const [one, other] = [await makeOperator('auditor'), await makeOperator('auditor', { hasPasskey: false })];
  const own = { role: 'auditor', person_id: security.userId, granted_at: identity.clock.now };
  await identity.db.insertInto('operator_grant').values(own).execute();
  const unused = newAddress();
  await changeRole(identity.app, { action: 'grant', identifier: unused, role: 'auditor' }, identity.clock.now);
  const ends_at = new Date(identity.clock.now.getTime() + 1000);
  const action = { action_id: randomUUID(), started_at: identity.clock.now, ends_at };
  await identity.db
    .insertInto('emergency_action')
    .values({ ...action, person_id: other.userId })
    .execute();
  const last = { status: 409, body: { detail: expect.stringMatching(/^Another auditor must remain besides you/) } };
  expect(await revoke(security, one.userId, 'auditor')).toMatchObject(last);
  identity.advanceClock(1);
  expect(await revoke(security, one.userId, 'auditor')).toMatchObject({ status: 204 });
  expect(await revoke(security, other.userId, 'auditor')).toMatchObject(last);
  expect(await rolesOf(other.userId)).toEqual(['auditor']);
});

test('M3 of two auditors whom two operators revoke at once, one remains', async () => {
  const [security, second] = [await makeSecurity(), await makeSecurity()];
  const [one, other] = [await makeOperator('auditor'), await makeOperator('auditor')];
  const answers = await Promise.all([revoke(security, one.userId, 'auditor'), revoke(second, other.userId, 'auditor')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
});

test('M3 the last operator with the role security cannot erase their account', async () => {
  const [one, other] = [await makeSecurity(), await makeSecurity()];
  await makeSupervisors(3);
  expect((await identity.delete('/account', { actor: other })).status).toBe(204);
  expect((await identity.delete('/account', { actor: one })).status).toBe(409);
  expect(await rolesOf(one.userId)).toEqual(['security']);
});

test('T5 one of the last three who can approve roles cannot erase their account, with any of their roles', async () => {
  const [one, other] = [await makeSecurity(), await makeSecurity()];
  await makeSupervisors(1);
  const both = { role: 'supervisor', person_id: other.userId, granted_at: identity.clock.now };
  await identity.db.insertInto('operator_grant').values(both).execute();
  const erasing = await identity.delete('/account', { actor: other });
  expect(erasing).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/^Three operators who can/) } });
  await makeSupervisors(1);
  expect((await identity.delete('/account', { actor: other })).status).toBe(204);
  expect((await identity.delete('/account', { actor: one })).status).toBe(409);
  const reviewer = await makeOperator('reviewer');
  expect((await identity.delete('/account', { actor: reviewer })).status).toBe(204);
});

test('M3 a contact with the role security that never signed in does not count as one who keeps it', async () => {
  identity.app.passkeys = { ...identity.app.passkeys, areRequired: false };
  const last = await makeSecurity({ hasPasskey: false });
  await makeSupervisors(3);
  const identifier = newAddress();
  await changeRole(identity.app, { action: 'grant', identifier, role: 'security' }, identity.clock.now);
  expect((await identity.delete('/account', { actor: last })).status).toBe(409);
  await member(identity, identifier);
  expect((await identity.delete('/account', { actor: last })).status).toBe(204);
});

test('M3 an operator with the role security counts as keeping it only when signed in and with a passkey', async () => {
  const last = await makeSecurity();
  const withoutPasskey = await makeSecurity({ hasPasskey: false });
  const signedOut = await makeSecurity();
  await makeSupervisors(3);
  const ends_at = new Date(identity.clock.now.getTime() + 1000);
  const action = { action_id: randomUUID(), started_at: identity.clock.now, ends_at };
  await identity.db
    .insertInto('emergency_action')
    .values({ ...action, person_id: signedOut.userId })
    .execute();
  expect((await identity.delete('/account', { actor: last })).status).toBe(409);
  expect(await revoke(signedOut, last.userId, 'security')).toMatchObject({ status: 409 });
  expect(await revoke(last, withoutPasskey.userId, 'security')).toMatchObject({ status: 409 });
  identity.advanceClock(1);
  expect((await identity.delete('/account', { actor: last })).status).toBe(204);
});

test('rejects an unknown account, an unknown role, a missing reason and an old sign-in', async () => {
  const security = await makeSecurity();
  expect(await grant(security, randomUUID(), 'reviewer')).toMatchObject({ status: 404 });
  expect(await revoke(security, randomUUID(), 'reviewer')).toMatchObject({ status: 404 });
  const { actor } = await member(identity);
  expect(await grant(security, actor.userId, 'king')).toMatchObject({ status: 400 });
  expect(await identity.delete(path(actor.userId, 'reviewer'), { actor: security, body: {} })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'reason', code: 'required' }] },
  });
  const old = { ...security, authenticatedAt: security.authenticatedAt - 301 };
  expect(await grant(old, actor.userId, 'reviewer')).toMatchObject({ status: 401 });
});

test('those who manage roles find the operators', async () => {
  const security = await makeSecurity();
  const listed = await identity.get('/operations/operators', { actor: security });
  expect(listed).toMatchObject({ status: 200, body: { items: [{ id: security.userId, roles: ['security'] }] } });
});
