import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { moderationRequested } from '@trust/contracts/events/customers';
import { operatorChanged } from '@trust/contracts/events/identity';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutiesOf, makeCase } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import { endWithSessions } from '../../end-with-sessions.ts';
import { stateEvents } from './state-stream.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const path = '/operations/mission-control';
const reason = 'A customer found another person at the door.';

test('counts open work by kind, state and service level, the load by role, and the event flow', async () => {
  const supervisor = operations.operator('supervisor');
  const reviewer = operations.operator('reviewer');
  const { userId, permissions } = reviewer;
  const occurredAt = operations.clock.now.toISOString();
  await operations.deliver(operatorChanged, { userId, permissions: [...permissions], occurredAt });
  const own = await makeCase(operations, { duties: dutiesOf({ review: userId }) });
  await makeCase(operations);
  await makeCase(operations, { state: 'recommended' });
  await operations.post('/operations/incidents', {
    actor: supervisor,
    body: { severity: 'critical', title: 'Harm done', reason },
  });
  await operations.deliver(moderationRequested, {
    requestId: randomUUID(),
    subjectId: randomUUID(),
    kind: 'dispute',
    round: 1,
    providerId: randomUUID(),
    categoryKey: 'electrician',
    reasonCode: 'price',
    isAppeal: false,
    involvedIds: [],
    readyAt: occurredAt,
    occurredAt,
  });
  operations.clock.now = new Date(operations.clock.now.getTime() + 2 * 3_600_000);
  const { status, body } = await operations.get(path, { actor: supervisor });
  const queue = (kind: string) => body.queues.find((one: { kind: string }) => one.kind === kind);
  expect(status).toBe(200);
  expect(queue('case_review')).toMatchObject({
    open: 2,
    unassigned: 1,
    oldestOpenedAt: occurredAt,
    states: [{ state: 'in_review', open: 2 }],
  });
  expect(queue('incident')).toMatchObject({ open: 1, sla: { breached: 1, dueSoon: 0, onTrack: 0, paused: 0 } });
  expect(queue('dispute')).toMatchObject({ open: 1, unassigned: 1, states: [{ state: 'open', open: 1 }] });
  expect(queue('case_decision')).toMatchObject({ open: 1, unassigned: 1 });
  expect(queue('emergency_review')).toMatchObject({ open: 0, oldestOpenedAt: null, states: [] });
  expect(body.load).toContainEqual({ role: 'reviewer', operators: 1, assigned: 1, mostAssigned: 1 });
  expect(body.eventFlow).toMatchObject({ consumerLag: 3, deadLetters: 0, unsentEvents: expect.any(Number) });
  const representing = { ...supervisor, assignments: representative(own.providerId).assignments };
  const theirs = (await operations.get(path, { actor: representing })).body.queues;
  expect(theirs.find((one: { kind: string }) => one.kind === 'case_review')).toMatchObject({ open: 1 });
});

test('streams the state, and again only if it differs from the one of `Last-Event-ID`', async () => {
  let state = { open: 1, asOf: 1 };
  const collect = async (lastEventId?: string) => {
    const events: string[] = [];
    const options = {
      identityOf: ({ open }: typeof state) => open,
      name: 'state',
      times: { everyMs: 1, lifetimeMs: 2 },
      signal: new AbortController().signal,
    };
    for await (const event of stateEvents({ ...options, read: async () => state, lastEventId })) events.push(event);
    return events;
  };
  const [retry, first = ''] = await collect();
  expect([retry, first]).toEqual([
    'retry: 1\n\n',
    expect.stringMatching(/^id: \S+\nevent: state\ndata: \{"open":1,"asOf":1\}\n\n$/),
  ]);
  const id = /^id: (\S+)/.exec(first)?.[1];
  state = { open: 1, asOf: 2 };
  expect((await collect(id))[1]).toBe(': unchanged\n\n');
  state = { open: 2, asOf: 3 };
  expect((await collect(id))[1]).toContain('"open":2');
});

test('a stream continues after the deadline of its request, and ends at its lifetime', async () => {
  // Longer than a shared read is kept, so that the last event reads after the deadline.
  operations.app.streamTimes = { everyMs: 100, lifetimeMs: 1500 };
  const headers = { 'x-internal-time-left': '500' };
  const response = await operations.open(`${path}/stream`, { actor: operations.operator('supervisor'), headers });
  await expect(response.text()).resolves.toContain(': unchanged');
  operations.app.streamTimes = { everyMs: 5, lifetimeMs: 0 };
});

test('A4 a stream ends with its session or a change of roles, and no other does; HEAD gets its headers', async () => {
  operations.app.streamTimes = { everyMs: 100, lifetimeMs: 900_000 };
  const subscribed: Record<string, (error: null, message: { json: () => unknown }) => void> = {};
  const nc = { subscribe: (subject: string, { callback }: { callback: never }) => (subscribed[subject] = callback) };
  endWithSessions({ nc } as never, operations.app.openStreams);
  const [gone, changed, other] = [0, 1, 2].map(() => operations.operator('supervisor')) as [Actor, Actor, Actor];
  const streams = await Promise.all([gone, changed].map((actor) => operations.open(`${path}/stream`, { actor })));
  const readers = streams.map(({ body }) => body?.pipeThrough(new TextDecoderStream()).getReader());
  const abort = new AbortController();
  await operations.open(`${path}/stream`, { actor: other, signal: abort.signal });
  for (const reader of readers) {
    let text = '';
    while (!text.includes('data: ')) text += (await reader?.read())?.value;
  }
  subscribed['identity.session.session.revoked.v1']?.(null, { json: () => ({ sessionId: gone.sessionId }) });
  subscribed['identity.actor.actor.changed.v1']?.(null, { json: () => ({ userId: changed.userId }) });
  // Without the end these reads never finish.
  for (const reader of readers) while (!(await reader?.read())?.done);
  await expect.poll(() => operations.app.openStreams.count).toBe(1);
  const head = await operations.open(`${path}/stream`, { actor: other, method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  abort.abort();
  await expect.poll(() => operations.app.openStreams.count).toBe(0);
  operations.app.streamTimes = { everyMs: 5, lifetimeMs: 0 };
});

test('a connection to the stream gets the state as an event, and the 51st gets 503', async () => {
  const actor = operations.operator('supervisor');
  const aborts: AbortController[] = [];
  operations.app.streamTimes = { everyMs: 50, lifetimeMs: 20_000 };
  const connect = async () => {
    const abort = new AbortController();
    aborts.push(abort);
    return operations.open(`${path}/stream`, { actor, signal: abort.signal });
  };
  const responses = [];
  for (let count = 0; count < 50; count++) responses.push(await connect());
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200));
  expect(responses[0]?.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = responses[0]?.body?.getReader();
  let text = '';
  while (!text.includes('data: ')) text += new TextDecoder().decode((await reader?.read())?.value);
  expect(text).toContain('event: mission-control');
  expect((await connect()).status).toBe(503);
  for (const abort of aborts) abort.abort();
  await expect.poll(async () => (await connect()).status).toBe(200);
  for (const abort of aborts) abort.abort();
  operations.app.streamTimes = { everyMs: 5, lifetimeMs: 0 };
});
