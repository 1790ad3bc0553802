import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import type { OperatorRole } from '@trust/contracts/permissions';
import type { Problem } from '@trust/service-kit/problems/problem';
import { expect, test } from 'vitest';
import { newOperator, storePasskey } from '../../../test/passkey-sessions.ts';
import { type Identity, member, newAddress, startIdentity } from '../../../test/service.ts';
import { changeRole } from '../roles/change-role.ts';
import { type Ceremony, holdCeremony } from './approver-ceremony.ts';

type Named = Ceremony['named'];
const limits = { 'challenge-ip': 10_000, 'verify-ip': 10_000 };
const named = (...pairs: [{ identifier: string }, OperatorRole][]): Named =>
  pairs.map(([{ identifier }, role]) => ({ identifier, role, workName: `Colleague ${randomUUID().slice(0, 8)}` }));
const contacts = (...people: { identifier: string }[]) => people.map(({ identifier }) => identifier);

/** Throws what the command prints. */
const hold = (identity: Identity, ceremony: Ceremony, needsPasskey = false) =>
  holdCeremony(identity.app, ceremony, { now: identity.clock.now, needsPasskey }).catch((refusal: Problem) => {
    throw new Error(refusal.detail.en);
  });
const members = async (identity: Identity) =>
  [await member(identity), await member(identity), await member(identity)] as const;
const rolesIn = async (identity: Identity) =>
  (await identity.db.selectFrom('operator_grant').select('role').orderBy('role').execute()).map(({ role }) => role);

test('T5 two people make the first three who may approve, once, with an audit entry and a notice each', async () => {
  await using identity = await startIdentity({ limits });
  const [one, two, three] = await members(identity);
  const install = (people: Named, present = contacts(one, two)) =>
    hold(identity, { kind: 'install', named: people, present });
  const all = named([one, 'security'], [two, 'security'], [three, 'supervisor']);
  await expect(install(all.slice(0, 2))).rejects.toThrow('at least three');
  await expect(install([...all.slice(0, 2), ...all.slice(0, 1)])).rejects.toThrow('each person once');
  await expect(install(named([one, 'reviewer'], [two, 'security'], [three, 'security']))).rejects.toThrow('only');
  await expect(install(all.map((each) => ({ ...each, role: 'supervisor' as const })))).rejects.toThrow('security');
  expect(await rolesIn(identity)).toEqual([]);

  await install(all);
  expect(await rolesIn(identity)).toEqual(['security', 'security', 'supervisor']);
  const entries = (await identity.emitted(auditRecorded.identity)).filter(({ action }) => action === 'installApprover');
  const present = { firstPresentId: one.actor.userId, secondPresentId: two.actor.userId };
  expect(entries.map(({ objectId, after }) => [objectId, after]).sort()).toEqual(
    [
      [one.actor.userId, { role: 'security', ...present }],
      [two.actor.userId, { role: 'security', ...present }],
      [three.actor.userId, { role: 'supervisor', ...present }],
    ].sort(),
  );
  const told = (await identity.emitted(notificationRequested.identity)).filter(
    ({ template }) => template === 'roles_changed',
  );
  expect(told).toHaveLength(3);
  await expect(install(all)).rejects.toThrow('There are or were operators');
});

test('T5 an installation needs two different people who have just signed in, of those who are named', async () => {
  await using identity = await startIdentity({ limits });
  const [one, two, three] = await members(identity);
  const stranger = await member(identity);
  const all = named([one, 'security'], [two, 'supervisor'], [three, 'supervisor']);
  const install = (...present: string[]) => hold(identity, { kind: 'install', named: all, present });
  await expect(install(one.identifier)).rejects.toThrow('Two people must be present');
  await expect(install(one.identifier, one.identifier.toUpperCase())).rejects.toThrow('Two people must be present');
  await expect(install(one.identifier, stranger.identifier)).rejects.toThrow('two of those whom you name');
  await expect(install(one.identifier, newAddress())).rejects.toThrow('has no account');
  identity.advanceClock(300);
  await expect(install(one.identifier, two.identifier)).rejects.toThrow('within the last five minutes');
});

test('T5 no installation after the operators have left', async () => {
  await using identity = await startIdentity({ limits });
  const [one, two, three] = await members(identity);
  const role = { identifier: one.identifier, role: 'auditor' } as const;
  for (const action of ['grant', 'revoke'] as const)
    await changeRole(identity.app, { action, ...role }, identity.clock.now);
  const all = named([one, 'security'], [two, 'supervisor'], [three, 'supervisor']);
  const present = contacts(two, three);
  await expect(hold(identity, { kind: 'install', named: all, present })).rejects.toThrow('There are or were operators');
});

test('T5 two operators restore as many as are missing of the three who may approve', async () => {
  await using identity = await startIdentity({ limits });
  const [security, reviewer] = [await newOperator(identity, 'security'), await newOperator(identity, 'reviewer')];
  const [one, two, three] = await members(identity);
  const restore = (people: Named, present = contacts(security, reviewer)) =>
    hold(identity, { kind: 'restore', named: people, present });
  const missing = named([one, 'security'], [two, 'supervisor']);
  await expect(restore(missing.slice(0, 1))).rejects.toThrow('Name exactly 2 people');
  await expect(restore([...missing, ...named([three, 'supervisor'])])).rejects.toThrow('Name exactly 2 people');
  await expect(restore(missing, contacts(security, one))).rejects.toThrow('other than those whom you name');
  await expect(restore(missing, contacts(security, three))).rejects.toThrow('must be operators');
  expect(await rolesIn(identity)).toEqual(['reviewer', 'security']);

  await restore(missing);
  expect(await rolesIn(identity)).toEqual(['reviewer', 'security', 'security', 'supervisor']);
  const entries = (await identity.emitted(auditRecorded.identity)).filter(({ action }) => action === 'restoreApprover');
  expect(entries).toHaveLength(2);
  const told = (await identity.emitted(notificationRequested.identity)).filter(
    ({ template }) => template === 'approver_made',
  );
  const [madeSecurity, madeSupervisor] = [{ role: 'security' }, { role: 'supervisor' }];
  const expected = [
    ...[security, reviewer, two].map(({ actor }) => [actor.userId, madeSecurity]),
    ...[security, reviewer, one].map(({ actor }) => [actor.userId, madeSupervisor]),
  ];
  expect(told.map(({ userId, data }) => [userId, data])).toHaveLength(6);
  expect(told.map(({ userId, data }) => [userId, data])).toEqual(expect.arrayContaining(expected));
  await expect(restore(named([three, 'supervisor']))).rejects.toThrow('Three or more can approve');
});

test('T5 who is present at a restoration has a passkey where one is needed', async () => {
  await using identity = await startIdentity({ limits });
  const [security, reviewer] = [await newOperator(identity, 'security'), await newOperator(identity, 'reviewer')];
  await storePasskey(identity, security.actor.userId, 'Key ring');
  const [one, two] = await members(identity);
  const people = named([one, 'security'], [two, 'supervisor']);
  const restore = () => hold(identity, { kind: 'restore', named: people, present: contacts(security, reviewer) }, true);
  await expect(restore()).rejects.toThrow('must be operators and step up');
  await identity.db
    .updateTable('session')
    .set({ authenticated_by: 'passkey' })
    .where('kind', '=', 'operator')
    .execute();
  await restore();
  expect(await rolesIn(identity)).toHaveLength(4);
});
