import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { operatorPermissions, representativePermissions } from '@trust/contracts/permissions';
import { stepUpSeconds } from '@trust/service-kit/actors/step-up';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newOperator } from '../../../test/passkey-sessions.ts';
import { type Identity, member, resolverOf, startIdentity } from '../../../test/service.ts';

let identity: Identity;
let resolver: Awaited<ReturnType<typeof resolverOf>>;
beforeAll(async () => {
  identity = await startIdentity({ connections: 4 });
  resolver = await resolverOf(identity);
});
afterAll(() => identity[Symbol.asyncDispose]());

type Somebody = Awaited<ReturnType<typeof member>>;

/** With the actor that the gateway would send. */
async function sessionOf({ accessToken }: Pick<Somebody, 'accessToken'>) {
  const actor = (await resolver.actorOf(accessToken)) as Actor;
  return identity.get('/account/session', { actor });
}
const later = (seconds: number) => new Date(identity.clock.now.getTime() + seconds * 1000).toISOString();

async function assign({ actor }: Somebody, role: 'owner' | 'contributor') {
  const assignment = { assignmentId: randomUUID(), providerId: randomUUID(), userId: actor.userId, role };
  await identity.deliver(representativeAssigned, assignment);
  return assignment;
}

test('says whose session it is, since when, and until when it lasts', async () => {
  const somebody = await member(identity);
  const { status, body, headers } = await sessionOf(somebody);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    id: somebody.session.id,
    userId: somebody.actor.userId,
    authenticatedBy: 'one_time_code',
    authenticatedAt: identity.clock.now.toISOString(),
    stepUp: { endsAt: later(stepUpSeconds), needsPasskey: false },
    endsAt: expect.any(String),
    idleEndsAt: somebody.refreshTokenExpiresAt,
    operatorRoles: [],
    permissions: [],
    workspace: null,
    workspaceProblem: 'no-active-workspace',
  });
  expect(Date.parse(body.endsAt)).toBeGreaterThanOrEqual(Date.parse(body.idleEndsAt));

  identity.advanceClock(60);
  const refreshed = await identity.post('/auth/refresh', { body: { refreshToken: somebody.refreshToken } });
  const again = await sessionOf(refreshed.body);
  expect(again.body).toMatchObject({
    endsAt: body.endsAt,
    idleEndsAt: refreshed.body.refreshTokenExpiresAt,
    authenticatedAt: body.authenticatedAt,
  });
});

test('A5 `stepUp.endsAt` is the moment from which a write with a step-up is refused', async () => {
  const operator = await newOperator(identity, 'auditor');
  const { body } = await sessionOf(operator);
  const revoke = async () => {
    const actor = (await resolver.actorOf(operator.accessToken)) as Actor;
    const given = { ...actor, permissions: [...operatorPermissions.security] };
    return (await identity.delete(`/operations/operators/${randomUUID()}/roles/triage`, { actor: given })).status;
  };
  identity.clock.now = new Date(Date.parse(body.stepUp.endsAt) - 1);
  expect(await revoke()).not.toBe(401);
  expect((await sessionOf(operator)).body.stepUp.endsAt).toBe(body.stepUp.endsAt);
  identity.clock.now = new Date(body.stepUp.endsAt);
  expect(await revoke()).toBe(401);
  expect((await sessionOf(operator)).body.stepUp).toEqual({ endsAt: null, needsPasskey: false });
});

test('an operator sees roles and permissions, and that they need a passkey; a member session has neither', async () => {
  const reviewer = await newOperator(identity);
  const { body } = await sessionOf(reviewer);
  expect(body).toMatchObject({ operatorRoles: ['reviewer'], stepUp: { endsAt: null, needsPasskey: true } });
  expect(body.permissions.sort()).toEqual([...operatorPermissions.reviewer].sort());
  await identity.db.updateTable('session').set({ kind: 'member' }).where('id', '=', reviewer.session.id).execute();
  expect((await sessionOf(reviewer)).body).toMatchObject({ operatorRoles: [], permissions: [] });
});

test('names the workspace as its requests find it: chosen, to be chosen, or none', async () => {
  const somebody = await member(identity);
  const first = await assign(somebody, 'contributor');
  const workspace = {
    providerId: first.providerId,
    role: 'contributor',
    permissions: representativePermissions.contributor,
  };
  expect((await sessionOf(somebody)).body).toMatchObject({ workspace, workspaceProblem: null });
  const second = await assign(somebody, 'owner');
  const ambiguous = { workspace: null, workspaceProblem: 'ambiguous-assignment' };
  expect((await sessionOf(somebody)).body).toMatchObject(ambiguous);
  const actor = (await resolver.actorOf(somebody.accessToken)) as Actor;
  await identity.put('/account/workspace', { actor, body: { providerId: second.providerId } });
  expect((await sessionOf(somebody)).body.workspace).toMatchObject({ providerId: second.providerId, role: 'owner' });
  const { role: _role, ...ended } = second;
  await identity.deliver(representativeEnded, ended);
  expect((await sessionOf(somebody)).body).toMatchObject(ambiguous);
});

test('returns 401 for a session that ended after its look-up', async () => {
  const somebody = await member(identity);
  const actor = (await resolver.actorOf(somebody.accessToken)) as Actor;
  await identity.post('/auth/logout', { actor });
  expect(await identity.get('/account/session', { actor })).toMatchObject({ status: 401 });
  const other = await member(identity);
  const expired = (await resolver.actorOf(other.accessToken)) as Actor;
  const ends_at = identity.clock.now;
  await identity.db.updateTable('session').set({ ends_at }).where('id', '=', other.session.id).execute();
  expect(await identity.get('/account/session', { actor: expired })).toMatchObject({ status: 401 });
});
