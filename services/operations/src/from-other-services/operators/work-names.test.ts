import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { operatorChanged } from '@trust/contracts/events/identity';
import type { OperatorRole } from '@trust/contracts/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEntry } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 4 });
});
afterAll(() => operations[Symbol.asyncDispose]());

async function changeName({ userId, permissions }: Actor, workName: string | null): Promise<void> {
  const occurredAt = operations.clock.now.toISOString();
  await operations.deliver(operatorChanged, { userId, permissions: [...permissions], workName, occurredAt });
}

async function named(role: OperatorRole, workName: string): Promise<Actor> {
  const actor = operations.operator(role);
  await changeName(actor, workName);
  return actor;
}

const reason = 'A customer found another person at the door.';
const incident = { severity: 'high', title: 'Wrong person on site', reason };

test('operators read the work name beside the id of each operator, and null where there is nobody', async () => {
  const [lark, owl] = [await named('supervisor', 'Lark'), await named('security', 'Owl')];
  const opened = await operations.post('/operations/incidents', { actor: lark, body: incident });
  expect(opened.body).toMatchObject({
    openerId: lark.userId,
    openerName: 'Lark',
    assigneeId: null,
    assigneeName: null,
  });
  const { id } = opened.body;
  await operations.post(`/operations/incidents/${id}/start`, { actor: owl, body: { reason } });
  const { body } = await operations.get('/operations/incidents', { actor: lark });
  expect(body.items.find((one: { id: string }) => one.id === id)).toMatchObject({
    ...{ openerName: 'Lark', assigneeName: 'Owl', resolverName: null },
  });
});

test('P2 a repeat shows the name as it is now, because the answer stored under an Idempotency-Key has none', async () => {
  const actor = await named('supervisor', 'Kestrel');
  const request = { actor, body: incident, headers: { 'idempotency-key': randomUUID() } };
  expect((await operations.post('/operations/incidents', request)).body.openerName).toBe('Kestrel');
  operations.advanceClock(1);
  await changeName(actor, null);
  expect(await operations.post('/operations/incidents', request)).toMatchObject({
    status: 201,
    body: { openerName: 'former operator' },
  });
});

test('P1 an auditor reads who acted by name, and what is hashed and exported has none', async () => {
  const [actor, auditor] = [await named('supervisor', 'Plover'), operations.operator('auditor')];
  await makeEntry(operations, { actorId: actor.userId });
  const found = await operations.get(`/operations/audit?actorId=${actor.userId}`, { actor: auditor });
  const [entry] = found.body.items;
  expect(entry).toMatchObject({ actorId: actor.userId, actorName: 'Plover' });
  expect((await operations.get(`/operations/audit/${entry.id}`, { actor: auditor })).body.actorName).toBe('Plover');
  const { rows } = await sql<{ entry: string }>`
    select entry from audit_entry where event_id = ${entry.id}`.execute(operations.db);
  expect(rows[0]?.entry).toContain(actor.userId);
  expect(rows[0]?.entry).not.toContain('Plover');
});
