import { randomUUID } from 'node:crypto';
import { invitationAccepted, invitationEnded, representativeAssigned } from '@trust/contracts/events/representatives';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRepresentative, makeOwner, type Owner } from '../../../test/make.ts';
import { checkedClaims, me } from '../../../test/make-checked.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';
import { waitForLocks } from '../../../test/wait-for-locks.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());
const { addOwner, assignmentOf, isFound, makeChecked } = checkedClaims(() => service);

const invite = ({ id, actor }: Owner, role = 'owner') =>
  service.post(`/providers/${id}/representatives`, {
    actor,
    body: { channel: 'email', identifier: `${randomUUID()}@example.org`, role },
  });
const accept = (invitationId: string, userId = person().userId) =>
  service.deliver(invitationAccepted, { invitationId, userId, occurredAt: service.clock.now.toISOString() });
const change = ({ actor }: Owner, kind: 'individual' | 'organisation') =>
  service.patch(`${me}/profile`, { actor, body: { kind } });
const remove = ({ id, actor }: Owner, assignmentId: string) =>
  service.delete(`/providers/${id}/representatives/${assignmentId}`, { actor });
const ownersOf = async ({ id, actor }: Owner) =>
  (await service.get(`/providers/${id}/representatives`, { actor })).body.items.filter(
    ({ role, status }: { role: string; status: string }) => role === 'owner' && status === 'active',
  ).length;
const oneOwner = { constraint: 'individual_has_one_owner' };

test('T1 nobody is invited to own a provider that is one person, and its owner does not leave it', async () => {
  const made = await makeChecked({ kind: 'individual' });
  expect(await invite(made)).toMatchObject({ status: 409 });
  await addOwner(made, 'manager');
  expect(await remove(made, await assignmentOf(made))).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'only_owner' }] },
  });
  await expect(addRepresentative(service, made.id, 'owner')).rejects.toMatchObject(oneOwner);
  expect(await isFound(made)).toBe(true);
});

test('T1 who accepts after a draft became one person owns nothing, and the invitation is withdrawn', async () => {
  const draft = await makeOwner(service);
  const { body } = await invite(draft);
  const kind = `update provider set kind = 'individual', revision = revision + 1 where id = $1`;
  await service.db.pool.query(kind, [draft.id]);
  await accept(body.id);
  expect(await ownersOf(draft)).toBe(1);
  expect((await service.emitted(invitationEnded)).map(({ invitationId }) => invitationId)).toContain(body.id);
});

test('T1 a draft that somebody else owned or is invited to own does not become one person', async () => {
  const draft = await makeOwner(service);
  const open = await invite(draft);
  expect((await change(draft, 'individual')).status).toBe(409);
  await remove(draft, open.body.id);
  expect((await change(draft, 'individual')).status).toBe(200);
  expect((await change(draft, 'organisation')).status).toBe(200);

  const successor = await addOwner(draft);
  expect((await remove({ ...draft, actor: successor }, await assignmentOf(draft))).status).toBe(204);
  const left = { ...draft, actor: successor };
  expect(await ownersOf(left)).toBe(1);
  expect((await change(left, 'individual')).status).toBe(409);
  const kind = `update provider set kind = 'individual', revision = revision + 1 where id = $1`;
  await expect(service.db.pool.query(kind, [draft.id])).rejects.toMatchObject(oneOwner);
});

test('T1 of an acceptance and a change of kind at once, one happens', async () => {
  const draft = await makeOwner(service);
  const { body } = await invite(draft);
  const locks = await service.db.pool.connect();
  await locks.query('begin');
  await locks.query('select from provider where id = $1 for update', [draft.id]);
  const accepting = accept(body.id);
  await waitForLocks(service, 1);
  const changing = change(draft, 'individual');
  await waitForLocks(service, 2);
  await locks.query('rollback');
  locks.release();
  await accepting;
  expect((await changing).status).toBe(409);
  expect(await ownersOf(draft)).toBe(2);
});

test('a manager of a provider that is one person accepts', async () => {
  const owner = await makeOwner(service, { kind: 'individual' });
  const { userId } = person();
  await accept((await invite(owner, 'manager')).body.id, userId);
  const assigned = (await service.emitted(representativeAssigned)).filter((one) => one.userId === userId);
  expect(assigned).toMatchObject([{ providerId: owner.id, role: 'manager' }]);
});
