import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { workNotificationRequested } from '@trust/contracts/events/any';
import { publicationHoldChanged, publicationHoldSnapshot } from '@trust/contracts/events/operations';
import { paymentDifferenceFound } from '@trust/contracts/events/webhooks';
import { representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeLabels } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import type { Trx } from '../../app.ts';
import { snapshotSources } from '../../snapshot-sources.ts';
import { insertIncident } from './queries.ts';

const hold = snapshotSources.find(({ thing }) => thing === 'publication hold') as (typeof snapshotSources)[number];
let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 4 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'A customer found another person at the door.';
const open = (actor: Actor, body: object = {}) =>
  operations.post('/operations/incidents', {
    actor,
    body: { severity: 'high', title: 'Wrong person on site', reason, ...body },
  });
const change = (actor: Actor, id: string, verb: 'start' | 'resolve') =>
  operations.post(`/operations/incidents/${id}/${verb}`, { actor, body: { reason } });

async function makeKnownProvider(): Promise<string> {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  return made.providerId;
}

async function isAnyLockWanted(trx: Trx): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(trx);
  return rows.length > 0;
}

test.each([
  ['critical', '2026-01-09T17:00:00.000Z'],
  ['high', '2026-01-09T20:00:00.000Z'],
  ['medium', '2026-01-12T16:00:00.000Z'],
  ['low', '2026-01-16T16:00:00.000Z'],
])('a %s incident that opens on a Friday at 16:00 is due at %s', async (severity, dueAt) => {
  const start = operations.clock.now;
  operations.clock.now = new Date('2026-01-09T16:00:00.000Z');
  const actor = operations.operator('security');
  expect(await open(actor, { severity })).toMatchObject({ status: 201, body: { severity, dueAt, state: 'open' } });
  operations.clock.now = start;
});

test('an incident holds the publication of its provider until it is resolved', async () => {
  const providerId = await makeKnownProvider();
  const actor = operations.operator('security');
  const { status, body } = await open(actor, { providerId, holdsPublication: true });
  expect([status, body]).toMatchObject([
    201,
    { providerId, holdsPublication: true, openedBy: 'operator', openerId: actor.userId },
  ]);
  await change(actor, body.id, 'start');
  const at = operations.clock.now.toISOString();
  const held = { holdId: body.id, providerId, state: 'held', occurredAt: at };
  expect(await operations.emitted(publicationHoldChanged)).toEqual([held]);
  operations.advanceClock(60);
  expect(await change(actor, body.id, 'resolve')).toMatchObject({
    status: 200,
    body: { state: 'resolved', resolution: reason, resolverId: actor.userId },
  });
  const released = { ...held, state: 'released', occurredAt: operations.clock.now.toISOString() };
  expect(await operations.emitted(publicationHoldChanged)).toEqual([held, released]);
  expect(await operations.db.transact((trx) => hold.announce(trx, body.id, operations.app))).toBeUndefined();
  expect((await operations.emitted(publicationHoldSnapshot)).at(-1)).toEqual(released);
  expect(await change(actor, body.id, 'resolve')).toMatchObject({ status: 400 });
  for (const action of ['createIncident', 'startIncident', 'resolveIncident'])
    expect((await operations.audited(action)).at(-1)).toMatchObject({ objectId: body.id, reason });
});

test('Z5 who opened a hold of a provider opens the next 30 days after its end, others may before', async () => {
  const start = operations.clock.now;
  const [providerId, other] = [await makeKnownProvider(), await makeKnownProvider()];
  const [actor, colleague] = [operations.operator('supervisor'), operations.operator('supervisor')];
  const signedIn = ({ userId }: Actor) => ({ ...operations.operator('supervisor'), userId });
  const held = (by: Actor, of = providerId) => open(signedIn(by), { providerId: of, holdsPublication: true });
  const { id } = (await held(actor)).body;
  expect((await held(actor)).status).toBe(409);
  await change(colleague, id, 'start');
  await change(colleague, id, 'resolve');
  operations.advanceClock(29 * 86_400);
  expect(await held(actor)).toMatchObject({ status: 409, body: { type: 'http://trust.test/problems/state-conflict' } });
  expect((await open(signedIn(actor), { providerId })).status).toBe(201);
  expect((await held(actor, other)).status).toBe(201);
  expect((await held(colleague)).status).toBe(201);
  operations.advanceClock(86_401);
  expect((await held(actor)).status).toBe(201);
  operations.clock.now = start;
});

test('Z5 a second hold of the same operator waits for the first, which is not committed yet', async () => {
  const providerId = await makeKnownProvider();
  const actor = operations.operator('supervisor');
  const [opened_at, title] = [operations.clock.now, 'Wrong person'];
  const first = { id: randomUUID(), severity: 'high', title, reason, opened_at, due_at: opened_at } as const;
  const { second } = await operations.db.transact(async (trx) => {
    const row = { ...first, provider_id: providerId, holds_publication: true, opened_by: actor.userId };
    await insertIncident(trx, row);
    let isAnswered = false;
    const second = open(actor, { providerId, holdsPublication: true }).finally(() => {
      isAnswered = true;
    });
    await expect.poll(async () => isAnswered || (await isAnyLockWanted(trx)), { timeout: 10_000 }).toBe(true);
    return { second };
  });
  expect((await second).status).toBe(409);
});

test('who opened an incident is told when a colleague resolves it, not when they do', async () => {
  const [opener, colleague] = [operations.operator('supervisor'), operations.operator('security')];
  const ids: string[] = [];
  for (const by of [colleague, opener]) {
    const { id } = (await open(opener)).body;
    for (const verb of ['start', 'resolve'] as const) await change(by, id, verb);
    ids.push(id);
  }
  const told = (await operations.emitted(workNotificationRequested.operations)).filter(
    ({ template }) => template === 'incident_resolved',
  );
  expect(told.filter(({ userId }) => userId === opener.userId)).toEqual([
    { userId: opener.userId, template: 'incident_resolved', subjectType: 'incident', subjectId: ids[0] },
  ]);
});

test('a hold needs a provider that exists; without one, resolving an incident emits nothing', async () => {
  const actor = operations.operator('supervisor');
  const before = (await operations.emitted(publicationHoldChanged)).length;
  expect(await open(actor, { holdsPublication: true })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'providerId', code: 'required' }] },
  });
  expect(await open(actor, { providerId: randomUUID() })).toMatchObject({ status: 404 });
  const { id } = (await open(actor, { providerId: await makeKnownProvider() })).body;
  await change(actor, id, 'start');
  await change(actor, id, 'resolve');
  expect(await operations.emitted(publicationHoldChanged)).toHaveLength(before);
});

test('an operator cannot open or see an incident of a provider that they represent', async () => {
  const providerId = await makeKnownProvider();
  const own = { ...operations.operator('security'), assignments: representative(providerId).assignments };
  expect(await open(own, { providerId })).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/separation-of-duties' },
  });
  const { id } = (await open(operations.operator('security'), { providerId })).body;
  expect(await operations.get(`/operations/incidents/${id}`, { actor: own })).toMatchObject({ status: 404 });
  expect(await change(own, id, 'start')).toMatchObject({ status: 404 });
  const seen = async (actor: Actor) =>
    (await operations.get(`/operations/incidents?providerId=${providerId}`, { actor })).body.items;
  expect(await seen(own)).toEqual([]);
  expect(await seen(operations.operator('security'))).toMatchObject([{ id }]);
});

test('lists incidents newest first, by severity and state', async () => {
  const actor = operations.operator('supervisor');
  const providerId = await makeKnownProvider();
  const ids: string[] = [];
  for (const severity of ['low', 'critical', 'low']) {
    operations.advanceClock(1);
    ids.unshift((await open(actor, { severity, providerId })).body.id);
  }
  await change(actor, ids[0] ?? '', 'start');
  const listed = async (query: string) =>
    (await operations.get(`/operations/incidents?providerId=${providerId}${query}`, { actor })).body.items.map(
      ({ id }: { id: string }) => id,
    );
  expect(await listed('')).toEqual(ids);
  expect(await listed('&severity=low')).toEqual([ids[0], ids[2]]);
  expect(await listed('&state=in_progress')).toEqual([ids[0]]);
});

test('M5 a difference of payments opens an incident in the queue that names the platform and no provider', async () => {
  const differenceId = randomUUID();
  const occurredAt = operations.clock.now.toISOString();
  await operations.deliver(paymentDifferenceFound, { differenceId, kind: 'amount', occurredAt });
  const actor = operations.operator('security');
  const { body } = await operations.get('/operations/triage?kind=incident&limit=100', { actor });
  const items = body.items as { subject: { id: string }; provider: object; state: string }[];
  expect(items.find(({ subject }) => subject.id === differenceId)).toMatchObject({
    state: 'open',
    provider: { displayName: null },
  });
  const opened = { providerId: null, openedBy: 'platform', openerId: '00000000-0000-0000-0000-000000000000' };
  expect((await change(actor, differenceId, 'start')).body).toMatchObject({ state: 'in_progress', ...opened });
});
