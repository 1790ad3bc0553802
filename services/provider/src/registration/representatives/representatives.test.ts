import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { representativeEnded } from '@trust/contracts/events/representatives';
import type { RepresentativeRole } from '@trust/contracts/permissions';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOwner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

type Colleague = { actor: Actor; assignmentId: string };

async function addColleague(providerId: string, role: RepresentativeRole): Promise<Colleague> {
  const [actor, assignmentId] = [person(), randomUUID()];
  const row = { id: assignmentId, provider_id: providerId, user_id: actor.userId, role };
  await service.db
    .insertInto('representative')
    .values({ ...row, assigned_at: service.clock.now })
    .execute();
  service.advanceClock(1);
  return { actor, assignmentId };
}

const path = (providerId: string) => `/providers/${providerId}/representatives`;
const list = async (actor: Actor, providerId: string) => (await service.get(path(providerId), { actor })).body.items;
const ownId = async (actor: Actor, providerId: string): Promise<string> =>
  (await list(actor, providerId)).find(({ isOwn }: { isOwn: boolean }) => isOwn).id;
const remove = (actor: Actor, providerId: string, assignmentId: string) =>
  service.delete(`${path(providerId)}/${assignmentId}`, { actor });
const soleOwner = { status: 409, body: { type: 'http://trust.test/problems/sole-owner' } };

test('every representative can list the others, in pages, by the id of the assignment only', async () => {
  const { actor, id } = await makeOwner(service);
  service.advanceClock(1);
  const contributor = await addColleague(id, 'contributor');
  const first = await service.get(`${path(id)}?limit=1`, { actor: contributor.actor });
  expect(first.body.items).toEqual([
    {
      id: expect.any(String),
      isOwn: false,
      role: 'owner',
      status: 'active',
      startedAt: expect.any(String),
      invitedIdentifier: null,
      expiresAt: null,
    },
  ]);
  const cursor = encodeURIComponent(first.body.nextCursor);
  const second = await service.get(`${path(id)}?limit=1&cursor=${cursor}`, { actor: contributor.actor });
  expect(second.body).toMatchObject({
    items: [{ id: contributor.assignmentId, isOwn: true, role: 'contributor' }],
    nextCursor: null,
  });
  const foreign = await service.get(`${path(id)}?cursor=${cursor}`, { actor });
  expect(foreign).toMatchObject({ status: 400, body: { errors: [{ code: 'cursor_invalid' }] } });
});

test('an owner ends an assignment, with one event and audit entry, from the next request on', async () => {
  const { actor, id } = await makeOwner(service);
  const manager = await addColleague(id, 'manager');
  expect((await service.get('/provider-workspace/me', { actor: manager.actor })).status).toBe(200);
  expect(await remove(actor, id, manager.assignmentId)).toMatchObject({ status: 204 });
  expect((await service.get('/provider-workspace/me', { actor: manager.actor })).status).toBe(404);
  expect((await service.get(path(id), { actor: manager.actor })).status).toBe(404);
  expect(await remove(actor, id, manager.assignmentId)).toMatchObject({ status: 404 });
  expect(await list(actor, id)).toHaveLength(1);
  const ended = (await service.emitted(representativeEnded)).filter(({ providerId }) => providerId === id);
  expect(ended).toEqual([{ assignmentId: manager.assignmentId, providerId: id, userId: manager.actor.userId }]);
  const entries = (await service.audited('deleteRepresentative')).filter(
    ({ objectId }) => objectId === manager.assignmentId,
  );
  expect(entries).toMatchObject([
    { outcome: 'done', before: { role: 'manager' }, after: { state: 'ended', own: false } },
  ]);
});

test('Z1 managers and contributors can end their own assignment only', async () => {
  const { actor, id } = await makeOwner(service);
  const [manager, contributor] = [await addColleague(id, 'manager'), await addColleague(id, 'contributor')];
  for (const { actor: asking } of [manager, contributor]) {
    expect(await remove(asking, id, await ownId(actor, id))).toMatchObject({ status: 403 });
    expect(await remove(asking, id, randomUUID())).toMatchObject({ status: 403 });
  }
  expect(await remove(manager.actor, id, manager.assignmentId)).toMatchObject({ status: 204 });
  expect(await list(contributor.actor, id)).toHaveLength(2);
});

test('Z2 returns 404 for an assignment to another provider', async () => {
  const [one, other] = [await makeOwner(service), await makeOwner(service)];
  const colleague = await addColleague(other.id, 'manager');
  expect(await remove(one.actor, one.id, colleague.assignmentId)).toMatchObject({ status: 404 });
  expect(await remove(one.actor, other.id, colleague.assignmentId)).toMatchObject({ status: 404 });
  expect(await list(other.actor, other.id)).toHaveLength(2);
});

test('returns 409 for the last owner, and the database rejects it; another owner can be removed', async () => {
  const { actor, id } = await makeOwner(service);
  await addColleague(id, 'manager');
  const own = await ownId(actor, id);
  expect(await remove(actor, id, own)).toMatchObject(soleOwner);
  const end = 'update representative set ended_at = greatest(now(), assigned_at) where id = $1';
  await expect(service.db.pool.query(end, [own])).rejects.toMatchObject({ constraint: 'provider_keeps_an_owner' });
  await expect(service.asOwner(end, [own])).rejects.toMatchObject({ constraint: 'provider_keeps_an_owner' });
  const second = await addColleague(id, 'owner');
  expect(await remove(second.actor, id, own)).toMatchObject({ status: 204 });
  expect(await remove(second.actor, id, second.assignmentId)).toMatchObject(soleOwner);
});

test('closing a provider ends its last owner’s assignment', async () => {
  const { actor, id } = await makeOwner(service);
  expect(await transition(service, actor, id, 'close')).toMatchObject({ status: 200 });
  expect(await remove(actor, id, randomUUID())).toMatchObject({ status: 404 });
});

test('M3 one owner remains when two owners remove each other concurrently', async () => {
  const { actor, id } = await makeOwner(service);
  const own = await ownId(actor, id);
  const { assignmentId: second } = await addColleague(id, 'owner');
  const [one, other] = [await service.db.pool.connect(), await service.db.pool.connect()];
  const end = async (client: typeof one, assignment: string) => {
    await client.query('begin');
    await client.query('update representative set ended_at = greatest(now(), assigned_at) where id = $1', [assignment]);
  };
  await end(one, own);
  await end(other, second);
  await one.query('set constraints all immediate');
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
  let settled = false;
  const commit = other.query('commit').then(
    () => ({ constraint: undefined }),
    (error: { constraint: string }) => error,
  );
  void commit.then(() => {
    settled = true;
  });
  const isBlocked = async () => {
    const blocked = await service.db.pool.query('select cardinality(pg_blocking_pids($1)) > 0 as yes', [rows[0]?.pid]);
    return blocked.rows[0].yes as boolean;
  };
  while (!settled && !(await isBlocked()));
  await one.query('commit');
  expect((await commit).constraint).toBe('provider_keeps_an_owner');
  one.release();
  other.release();
  expect((await service.get(path(id), { actor })).status).toBe(404);
});

test('M3 eight owners who remove each other at once leave at least one', async () => {
  const { actor, id } = await makeOwner(service);
  const owners = [{ actor, assignmentId: await ownId(actor, id) }];
  for (let more = 0; more < 7; more++) owners.push(await addColleague(id, 'owner'));
  const next = (index: number) => owners[(index + 1) % owners.length] as Colleague;
  const answers = await Promise.all(
    owners.map(({ actor: asking }, index) => remove(asking, id, next(index).assignmentId)),
  );
  expect(answers.filter(({ status }) => ![204, 404, 409].includes(status))).toEqual([]);
  const left = service.db.selectFrom('representative').select('id').where('provider_id', '=', id);
  const active = await left.where('ended_at', 'is', null).execute();
  expect(active.length).toBe(8 - answers.filter(({ status }) => status === 204).length);
  expect(active.length).toBeGreaterThanOrEqual(1);
});
