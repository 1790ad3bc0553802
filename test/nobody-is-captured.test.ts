import type { Actor } from '@trust/contracts/actor';
import { measureChanged } from '@trust/contracts/events/measures';
import {
  invitationAwaitingApproval,
  invitationAwaitingApprovalSnapshot,
} from '@trust/contracts/events/representatives';
import { operatorRoles } from '@trust/contracts/permissions';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeRole } from '../services/identity/src/operators/roles/change-role.ts';
import { announcePerson } from '../services/identity/src/snapshot-sources.ts';
import { newMobile } from '../services/identity/test/code-requests.ts';
import { newAddress } from '../services/identity/test/service.ts';
import { makeCase, makeLabels } from '../services/operations/test/make.ts';
import { makeActive, type Owner, transition } from '../services/provider/test/make.ts';
import { type Desk, startDesk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

const reason = 'A parent reports an injury in this home.';

/** Texts differ only by what the invitation changed: ids and times are replaced. */
const plain = (value: unknown) =>
  JSON.stringify(value)
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');

async function answersTo(actor: Actor, provider: Owner): Promise<string[]> {
  const { identity, provider: register, operations } = desk;
  const asked = await Promise.all([
    identity.get('/account/profile', { actor }),
    identity.get('/account/consents', { actor }),
    register.get('/provider-workspace/me', { actor }),
    register.get(`/providers/${provider.id}`, { actor }),
    ...['triage?limit=100', 'verification-queue', 'provider-workspaces', 'overrides', 'incidents', 'escalations'].map(
      (path) => operations.get(`/operations/${path}`, { actor }),
    ),
    operations.get(`/operations/providers/${provider.id}`, { actor }),
    operations.get(`/operations/providers/${provider.id}/emergency-targets`, { actor }),
  ]);
  return asked.map(({ status, body }) => plain([status, body]));
}

async function inNeed(): Promise<Owner> {
  const provider = await makeActive(desk.provider);
  await desk.carryAll();
  await makeLabels(desk.operations, await makeCase(desk.operations, { providerId: provider.id }));
  return provider;
}

async function actAndLift(actor: Actor, { id: targetId }: Owner): Promise<string[]> {
  const path = '/operations/emergency-actions';
  const body = { kind: 'suspend_provider_listing', targetId, reason };
  const acted = await desk.operations.post(path, { actor, body });
  const lifted = await desk.operations.post(`${path}/${acted.body.id}/lift`, { actor, body: { reason } });
  // Without the review the same person could not act again.
  const review = { outcome: 'justified', reason };
  await desk.operations.post(`${path}/${acted.body.id}/review`, { actor: operator('security'), body: review });
  return [acted, lifted].map((answer) => plain([answer.status, answer.body]));
}

async function suspendAndReinstate(actor: Actor, { id }: Owner): Promise<string[]> {
  const suspended = await transition(desk.provider, actor, id, 'suspend');
  const taken = (await desk.provider.emitted(measureChanged)).filter(({ providerId }) => providerId === id);
  // Without the review the same person could not suspend it again.
  const review = { actor: operator('security'), body: { outcome: 'justified', reason } };
  await desk.provider.post(`/provider-measures/${taken.at(-1)?.measureId}/review`, review);
  const reinstated = await transition(desk.provider, actor, id, 'reinstate');
  return [suspended, reinstated].map(({ status }) => String(status));
}

test('T4 inviting every operator, a stranger and a member of another provider changes nothing for them', async () => {
  const inviter = await inNeed();
  const [member, stranger] = [newAddress(), newMobile()];
  await desk.on.joins(member, await desk.on.invited(await desk.on.makeInviter(), member));
  const contacts = [...operatorRoles.map(desk.addressOf), member, stranger];
  const look = async () => {
    const answers = [];
    for (const contact of contacts) answers.push(await answersTo(await desk.signsIn(contact), inviter));
    return answers;
  };
  const security = async () => actAndLift(await desk.operator('security'), inviter);
  const supervisor = async () => suspendAndReinstate(await desk.operator('supervisor'), inviter);
  const acts = [await security(), await supervisor()];
  expect(acts).toEqual([
    [expect.stringContaining('201'), expect.stringContaining('200')],
    ['200', '200'],
  ]);
  await desk.carryAll();
  const before = await look();
  for (const contact of contacts) await desk.on.invited(inviter, contact);
  await desk.carryAll();
  expect(await look()).toEqual(before);
  expect([await security(), await supervisor()]).toEqual(acts);
  const listed = (await desk.on.list(inviter)).map(({ invitedIdentifier, ...entry }) => plain(entry));
  expect(new Set(listed.slice(1)).size).toBe(1);

  const own = await desk.signsIn(stranger);
  const headers = { 'idempotency-key': desk.provider.app.newId() };
  const body = { displayName: 'My own', kind: 'individual', operatingModel: 'travels' };
  expect((await desk.provider.post('/providers', { actor: own, headers, body })).status).toBe(201);
  await desk.carryAll();
  expect(await desk.on.workspaceOf(await desk.signsIn(stranger))).toBe(200);
});

const approvals = async (actor: Actor) =>
  (await desk.identity.get('/operations/invitation-approvals?limit=100', { actor })).body.items as { id: string }[];
const decide = (actor: Actor, id: string, decision: 'approve' | 'refuse') =>
  desk.identity.post(`/operations/invitation-approvals/${id}/decisions`, {
    actor,
    headers: { 'idempotency-key': desk.identity.app.newId() },
    body: { decision, reason },
  });
const mayAct = async (actor: Actor, { id }: Owner) => {
  const { body } = await desk.identity.get(`/operations/operators?mayActOnProviderId=${id}`, { actor });
  return (body.items as { id: string; roles: string[] }[]).map((entry) => entry.id);
};

test('T4 an operator who accepts represents the provider only once another operator approves', async () => {
  const inviter = await inNeed();
  const id = await desk.on.invited(inviter, desk.addressOf('triage'));
  const invitee = await desk.operator('triage');
  const before = await answersTo(invitee, inviter);
  const sent = await desk.on.list(inviter);
  await desk.on.accepts(invitee, id);
  await desk.carryAll();
  expect(await desk.on.invitationsTo(invitee)).toMatchObject([{}, { id, state: 'awaiting_approval' }]);
  expect(await answersTo(await desk.operator('triage'), inviter)).toEqual(before);
  expect(await desk.on.list(inviter)).toEqual(sent);

  const security = await desk.operator('security');
  expect((await approvals(security)).find((one) => one.id === id)).toMatchObject({
    operatorId: invitee.userId,
    providerId: inviter.id,
    state: 'awaiting_approval',
  });
  expect(await mayAct(security, inviter)).toEqual([security.userId]);
  expect((await decide(invitee, id, 'approve')).status).toBe(403);
  expect(await decide(security, id, 'approve')).toMatchObject({ status: 200, body: { state: 'accepted' } });
  expect((await decide(security, id, 'refuse')).status).toBe(400);
  await desk.carryAll();
  expect((await desk.on.list(inviter)).at(-1)).toMatchObject({ id, status: 'active', isOwn: false });
  const conflicted = await desk.operator('triage');
  expect(conflicted.assignments).toMatchObject([{ providerId: inviter.id }]);
  expect(await actAndLift(await desk.operator('security'), inviter)).toEqual([
    expect.stringContaining('201'),
    expect.stringContaining('200'),
  ]);
});

test('T4 security sees who may act on a provider, and a conflict of interest blocks nobody else', async () => {
  const [inviter, address] = [await inNeed(), newAddress()];
  const grant = { action: 'grant', identifier: address, role: 'security' } as const;
  await changeRole(desk.identity.app, grant, desk.identity.clock.now);
  const id = await desk.on.invited(inviter, address);
  const security = await desk.operator('security');
  expect(await mayAct(security, inviter)).toHaveLength(2);
  await desk.on.accepts(await desk.signsIn(address), id);
  expect(await mayAct(security, inviter)).toEqual([security.userId]);
  const body = { kind: 'suspend_provider_listing', targetId: inviter.id, reason };
  const act = (actor: Actor) => desk.operations.post('/operations/emergency-actions', { actor, body });
  expect((await act(await desk.signsIn(address))).status).toBe(409);
  await decide(await desk.operator('security'), id, 'approve');
  await desk.carryAll();
  expect(await mayAct(await desk.operator('security'), inviter)).toEqual([security.userId]);
  expect((await act(await desk.signsIn(address))).status).toBe(409);
  expect((await act(await desk.operator('security'))).status).toBe(201);
  expect((await desk.on.revoke(inviter, id)).status).toBe(204);
});

test('Z3 a wait for approval is announced again until it is decided, and ends with the invitation', async () => {
  const inviter = await inNeed();
  const id = await desk.on.invited(inviter, desk.addressOf('supervisor'));
  const invitee = await desk.operator('supervisor');
  await desk.on.accepts(invitee, id);
  const announced = async () => {
    await desk.identity.db.transact((trx) => announcePerson(trx, invitee.userId));
    const { emitted } = desk.identity;
    const [once, again] = [
      await emitted(invitationAwaitingApproval),
      await emitted(invitationAwaitingApprovalSnapshot),
    ];
    return [once, again].map((events) => events.filter(({ invitationId }) => invitationId === id));
  };
  const [[first], snapshots] = (await announced()) as [[unknown], unknown[]];
  expect(first).toMatchObject({ providerId: inviter.id, userId: invitee.userId });
  expect(snapshots).toEqual([first]);
  await decide(await desk.operator('security'), id, 'refuse');
  expect(await announced()).toEqual([[first], [first]]);
  const open = async () => {
    const actor = await desk.operator('supervisor');
    const body = { severity: 'low', title: 'Wrong person', providerId: inviter.id, reason };
    return (await desk.operations.post('/operations/incidents', { actor, body })).status;
  };
  expect(await open()).toBe(409);
  desk.pass(7 * 86_400);
  expect(await open()).toBe(201);
});

test('Z3 approving and declining one acceptance at the same time leaves one answer', async () => {
  const ids = [];
  for (let round = 0; round < 8; round++)
    ids.push(await desk.on.invited(await desk.on.makeInviter(), desk.addressOf('field-agent')));
  const [security, invitee] = [await desk.operator('security'), await desk.operator('field-agent')];
  for (const id of ids) {
    await desk.on.accepts(invitee, id);
    const answers = await Promise.all([decide(security, id, 'approve'), desk.on.answer(invitee, id, 'decline')]);
    const statuses = answers.map(({ status }) => status);
    expect([
      [200, 400],
      [200, 404],
      [404, 200],
      [400, 200],
    ]).toContainEqual(statuses);
  }
});

test('T4 a refused acceptance of an operator stays sent for the inviter, and expires on the seventh day', async () => {
  const inviter = await inNeed();
  const id = await desk.on.invited(inviter, desk.addressOf('decider'));
  const sent = await desk.on.list(inviter);
  const invitee = await desk.operator('decider');
  await desk.on.accepts(invitee, id);
  const security = await desk.operator('security');
  expect(await decide(security, id, 'refuse')).toMatchObject({ status: 200, body: { state: 'refused' } });
  expect(await desk.on.answer(invitee, id, 'accept')).toMatchObject({ status: 400 });
  await desk.carryAll();
  expect(await desk.on.list(inviter)).toEqual(sent);
  desk.pass(7 * 86_400);
  expect((await desk.on.list(inviter)).at(-1)).toMatchObject({ id, status: 'expired' });
});

test('Z3 neither the operator who accepted nor one who accepted an invitation to the same provider decides', async () => {
  const inviter = await inNeed();
  const [own, other] = [desk.addressOf('security'), desk.addressOf('reviewer')];
  const ids = [await desk.on.invited(inviter, own), await desk.on.invited(inviter, other)] as const;
  const security = await desk.operator('security');
  await desk.on.accepts(security, ids[0]);
  await desk.on.accepts(await desk.operator('reviewer'), ids[1]);
  const again = await desk.operator('security');
  for (const id of ids)
    expect(await decide(again, id, 'approve')).toMatchObject({
      status: 409,
      body: { type: 'http://trust.test/problems/separation-of-duties' },
    });
  expect((await desk.on.answer(again, ids[0], 'decline')).status).toBe(200);
  expect(await decide(again, ids[1], 'approve')).toMatchObject({ status: 200 });
  expect(
    (
      await desk.identity.get(`/operations/operators?mayActOnProviderId=${inviter.id}`, {
        actor: await desk.operator('triage'),
      })
    ).status,
  ).toBe(403);
});

test('Z3 the database accepts no acceptance of an operator without the approval of another', async () => {
  const id = await desk.on.invited(await inNeed(), desk.addressOf('auditor'));
  const { userId } = await desk.operator('auditor');
  const move = (state: string, decidedBy: string | null) =>
    desk.identity.db.pool.query(
      `update invitation set state = $2, answered_by = $3, answered_at = now(), sealed_name = 'x',
        decided_by = $4, decided_at = case when $4::uuid is null then null else now() end where id = $1`,
      [id, state, userId, decidedBy],
    );
  await expect(move('accepted', null)).rejects.toMatchObject({ constraint: 'acceptance_of_operator_is_approved' });
  await move('awaiting_approval', null);
  await expect(move('accepted', null)).rejects.toMatchObject({ constraint: 'acceptance_of_operator_is_approved' });
  await expect(move('accepted', userId)).rejects.toMatchObject({ constraint: 'invitation_not_decided_by_invitee' });
});
