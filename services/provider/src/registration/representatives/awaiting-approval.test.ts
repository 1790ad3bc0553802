import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { personErased } from '@trust/contracts/events/identity';
import {
  invitationAccepted,
  invitationAwaitingApproval,
  invitationAwaitingApprovalSnapshot,
} from '@trust/contracts/events/representatives';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePublished, nameBusiness, type Owner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const reason = 'The register shows another name.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const week = 7 * 86_400_000;

async function awaits({ userId }: Actor, providerId: string, type = invitationAwaitingApproval) {
  const { now } = service.clock;
  const expiresAt = new Date(now.getTime() + week).toISOString();
  const payload = { invitationId: randomUUID(), providerId, userId, expiresAt, occurredAt: now.toISOString() };
  await service.deliver(type, payload);
  return payload;
}

async function writesOn({ id }: Owner, subjectId: string) {
  const category = `/providers/${id}/categories`;
  return [
    ['suspend', (actor: Actor) => transition(service, actor, id, 'suspend')],
    ['reinstate', (actor: Actor) => transition(service, actor, id, 'reinstate')],
    ['withhold', (actor: Actor) => transition(service, actor, id, 'withhold')],
    ['release', (actor: Actor) => transition(service, actor, id, 'release')],
    ['add', (actor: Actor) => service.put(`${category}/plumber`, { actor, body: { reason } })],
    ['remove', (actor: Actor) => service.delete(`${category}/plumber?reason=${encodeURI(reason)}`, { actor })],
    [
      'end',
      (actor: Actor) => service.post(`/providers/${id}/claim-subjects/${subjectId}/end`, { actor, body: { reason } }),
    ],
  ] as const;
}

test.each([invitationAwaitingApproval, invitationAwaitingApprovalSnapshot])(
  'Z3 an operator whose acceptance awaits approval writes nothing about the provider',
  async (type) => {
    const owner = await makePublished(service);
    const subjectId = await nameBusiness(service, owner, 'Volta Électricité SARL');
    const waiting = operator('supervisor');
    await awaits(waiting, owner.id, type);
    for (const [name, write] of await writesOn(owner, subjectId)) {
      expect(await write(waiting), name).toMatchObject(separation);
      expect([200, 204], name).toContain((await write(operator('supervisor'))).status);
    }
    const other = await makePublished(service);
    expect(await transition(service, waiting, other.id, 'suspend')).toMatchObject({ status: 200 });
    expect((await service.get(`/providers/${owner.id}`, { actor: waiting })).status).toBe(200);
  },
);

test('Z3 the database rejects a transition by an operator whose acceptance awaits approval', async () => {
  const { id } = await makePublished(service);
  const waiting = operator('supervisor');
  await awaits(waiting, id);
  const insert = sql`insert into provider_transition
    values (${randomUUID()}, ${id}, 'suspend', 'operator', ${waiting.userId}, ${service.clock.now})`;
  await expect(insert.execute(service.db)).rejects.toThrow(/cannot act on a provider they represent/);
});

test('Z3 a wait for approval ends with the invitation', async () => {
  const { id } = await makePublished(service);
  const { userId } = operator('supervisor');
  await awaits({ userId } as Actor, id);
  const suspend = () => transition(service, operator('supervisor', { userId }), id, 'suspend');
  service.advanceClock(week / 1000 - 1);
  expect(await suspend()).toMatchObject(separation);
  service.advanceClock(1);
  expect(await suspend()).toMatchObject({ status: 200 });
});

test('Z3 the assignment of an approved operator takes the place of the wait, also for its end', async () => {
  const owner = await makePublished(service);
  const body = { channel: 'email', identifier: `${randomUUID()}@example.org`, role: 'manager' };
  const invited = await service.post(`/providers/${owner.id}/representatives`, {
    ...{ actor: owner.actor, headers: { 'idempotency-key': randomUUID() }, body },
  });
  const { id: invitationId } = invited.body;
  const { userId } = operator('supervisor');
  const payload = { invitationId, userId, occurredAt: service.clock.now.toISOString() };
  const expiresAt = new Date(service.clock.now.getTime() + week).toISOString();
  await service.deliver(invitationAwaitingApproval, { ...payload, providerId: owner.id, expiresAt });
  await service.deliver(invitationAccepted, payload);
  const suspend = () => transition(service, operator('supervisor', { userId }), owner.id, 'suspend');
  expect(await suspend()).toMatchObject(separation);
  const ended = await service.delete(`/providers/${owner.id}/representatives/${invitationId}`, { actor: owner.actor });
  expect(ended.status).toBe(204);
  const endedAt = service.clock.now;
  service.advanceClock(364 * 86_400);
  expect(await suspend()).toMatchObject(separation);
  service.advanceClock(3 * 86_400);
  expect(await suspend()).toMatchObject({ status: 200 });
  service.clock.now = endedAt;
});

test('P2 a wait goes with the person who is erased, and none of them is stored afterwards', async () => {
  const { id } = await makePublished(service);
  const waiting = operator('supervisor');
  const rows = () =>
    service.db.selectFrom('awaiting_representative').selectAll().where('user_id', '=', waiting.userId).execute();
  await awaits(waiting, id);
  expect(await rows()).toHaveLength(1);
  await service.deliver(personErased, {
    ...{ userId: waiting.userId, contacts: [], erasedAt: service.clock.now.toISOString() },
  });
  expect(await rows()).toEqual([]);
  await awaits(waiting, id);
  expect(await rows()).toEqual([]);
});
