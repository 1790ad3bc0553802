import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import { publicationGateChanged } from '@trust/contracts/events/operations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeEach(async () => {
  operations = await startOperations({ connections: 6 });
});
afterEach(() => operations[Symbol.asyncDispose]());

const reason = 'The publication phase was approved by the board.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const stateConflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const invalidTransition = { status: 400, body: { type: 'http://trust.test/problems/invalid-transition' } };

async function request(action: 'open' | 'close' = 'open', actor = operations.operator('supervisor')) {
  const answer = await operations.post('/operations/overrides', {
    actor,
    body: { kind: 'publication-gate', action, reason },
  });
  return { answer, requester: actor, id: answer.body.id as string };
}

function decide(
  id: string,
  actor: Actor,
  decision: 'approve' | 'reject' = 'approve',
  headers: Record<string, string> = {},
) {
  return operations.post(`/operations/overrides/${id}/approvals`, { actor, body: { decision, reason }, headers });
}

test('creates a pending override that operators can read and list', async () => {
  const { answer, requester, id } = await request();
  const expected = {
    id,
    kind: 'publication-gate',
    action: 'open',
    state: 'pending',
    reason,
    requesterId: requester.userId,
    requestedAt: '2026-01-05T09:00:00.000Z',
    expiresAt: '2026-01-08T09:00:00.000Z',
    endedAt: null,
    approvalsNeeded: 2,
    approvals: [],
  };
  expect(answer).toMatchObject({ status: 201, body: expected });
  const security = operations.operator('security');
  expect(await operations.get(`/operations/overrides/${id}`, { actor: security })).toMatchObject({
    status: 200,
    body: expected,
  });
  expect(await operations.get('/operations/overrides', { actor: security })).toMatchObject({
    body: { items: [expected], nextCursor: null },
  });
  const missing = await operations.get('/operations/overrides/01920000-0000-7000-8000-000000000000', {
    actor: security,
  });
  expect(missing).toMatchObject({ status: 404 });
});

test('the second independent approval opens the gate, with one event and its audit entries', async () => {
  const { id } = await request();
  const [first, second] = [operations.operator('supervisor'), operations.operator('security')];
  expect(await decide(id, first)).toMatchObject({
    status: 201,
    body: { state: 'pending', approvals: [{ approverId: first.userId }] },
  });
  expect(await operations.emitted(publicationGateChanged)).toEqual([]);
  operations.advanceClock(60);
  expect(await decide(id, second)).toMatchObject({
    status: 201,
    body: { state: 'approved', endedAt: '2026-01-05T09:01:00.000Z' },
  });

  expect(await operations.emitted(publicationGateChanged)).toEqual([
    { state: 'open', overrideId: id, occurredAt: '2026-01-05T09:01:00.000Z' },
  ]);
  const types = await operations.db.selectFrom('outbox').select('type').distinct().orderBy('type').execute();
  expect(types.map(({ type }) => type)).toEqual([auditRecorded.operations.type, publicationGateChanged.type]);
  expect(await operations.emitted(auditRecorded.operations)).toMatchObject([
    { action: 'createOverride', objectId: id, reason, outcome: 'done' },
    {
      action: 'createOverrideApproval',
      objectId: id,
      reason,
      before: { state: 'pending' },
      after: { state: 'pending' },
    },
    {
      action: 'createOverrideApproval',
      objectId: id,
      reason,
      before: { state: 'pending' },
      after: { state: 'approved' },
    },
  ]);
});

test('returns 409 for a gate that has the requested state already; closing works like opening', async () => {
  for (const action of ['open', 'close'] as const) {
    const { id } = await request(action);
    const late = await request(action);
    for (const role of ['supervisor', 'security'] as const) await decide(id, operations.operator(role));
    expect((await request(action)).answer).toMatchObject(stateConflict);
    for (const role of ['supervisor', 'security'] as const)
      expect(await decide(late.id, operations.operator(role))).toMatchObject({ status: 201 });
  }
  expect(await operations.emitted(publicationGateChanged)).toMatchObject([{ state: 'open' }, { state: 'closed' }]);
});

test('Z3 returns 409 when the requester approves or rejects', async () => {
  const { id, requester } = await request();
  expect(await decide(id, requester)).toMatchObject(separation);
  expect(await decide(id, requester, 'reject')).toMatchObject(separation);
  expect(await operations.db.selectFrom('override_approval').selectAll().execute()).toEqual([]);
});

test('Z3 records one approval of an operator who sends 16 at once', async () => {
  const { id } = await request();
  const actor = operations.operator('security');
  const keys = Array.from({ length: 16 }, (_, index) => `key ${index}`);
  const answers = await Promise.all(keys.map((key) => decide(id, actor, 'approve', { 'idempotency-key': key })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
  expect(await decide(id, { ...actor, sessionId: '01920000-0000-7000-8000-000000000000' })).toMatchObject(separation);
  expect(await operations.db.selectFrom('override_approval').selectAll().execute()).toHaveLength(1);
  expect(await operations.emitted(publicationGateChanged)).toEqual([]);
});

test('Z3 opens the gate once when eight operators approve at once', async () => {
  const { id } = await request();
  const answers = await Promise.all(Array.from({ length: 8 }, () => decide(id, operations.operator('security'))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(6);
  expect(await operations.emitted(publicationGateChanged)).toHaveLength(1);
});

test('one rejection rejects an override; later approvals return 400', async () => {
  const { id } = await request();
  await decide(id, operations.operator('supervisor'));
  expect(await decide(id, operations.operator('security'), 'reject')).toMatchObject({
    status: 201,
    body: { state: 'rejected' },
  });
  expect(await decide(id, operations.operator('security'))).toMatchObject(invalidTransition);
  expect(await operations.emitted(publicationGateChanged)).toEqual([]);
});

test('M4 an override expires after 72 hours without a job', async () => {
  const { id } = await request();
  await decide(id, operations.operator('supervisor'));
  operations.advanceClock(72 * 3600 - 1);
  expect(await operations.get(`/operations/overrides/${id}`, { actor: operations.operator('security') })).toMatchObject(
    { body: { state: 'pending' } },
  );
  operations.advanceClock(1);
  expect(await decide(id, operations.operator('security'))).toMatchObject(invalidTransition);
  expect(await operations.get(`/operations/overrides/${id}`, { actor: operations.operator('security') })).toMatchObject(
    { body: { state: 'expired' } },
  );
  expect(await operations.emitted(publicationGateChanged)).toEqual([]);
});

test('C1 replays the stored response for a repeated key', async () => {
  const { id } = await request();
  const actor = operations.operator('security');
  const first = await decide(id, actor, 'approve', { 'idempotency-key': 'a key' });
  const again = await decide(id, actor, 'approve', { 'idempotency-key': 'a key' });
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('returns 401 step-up-required after a sign-in of five minutes ago', async () => {
  const actor = operations.operator('supervisor');
  const { id } = await request();
  operations.advanceClock(300);
  for (const answer of [(await request('open', actor)).answer, await decide(id, actor)]) {
    expect(answer).toMatchObject({ status: 401, body: { type: 'http://trust.test/problems/step-up-required' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_user_authentication", max_age=300');
  }
});

test.each([
  ['a short reason', { kind: 'publication-gate', action: 'open', reason: 'because' }, 'reason'],
  ['another kind', { kind: 'decision', action: 'open', reason }, 'kind'],
  ['an unknown field', { kind: 'publication-gate', action: 'open', reason, state: 'approved' }, 'state'],
])('returns 400 for %s', async (_name, body, field) => {
  const answer = await operations.post('/operations/overrides', { actor: operations.operator('supervisor'), body });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
});

test('paginates overrides, newest first', async () => {
  const actor = operations.operator('supervisor');
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) {
    ids.unshift((await request('open', actor)).id);
    operations.advanceClock(index % 2);
  }
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await operations.get(`/operations/overrides?limit=2${cursor && `&cursor=${cursor}`}`, { actor });
    seen.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(ids);
});

const withdraw = (id: string, actor: Actor) =>
  operations.post(`/operations/overrides/${id}/withdraw`, { actor, body: { reason } });

test('the requester withdraws a pending override, which then accepts no approval', async () => {
  const { id, requester } = await request();
  await decide(id, operations.operator('security'));
  operations.advanceClock(60);
  expect(await withdraw(id, requester)).toMatchObject({
    status: 200,
    body: { state: 'withdrawn', endedAt: '2026-01-05T09:01:00.000Z', approvals: [{ decision: 'approve' }] },
  });
  expect(await decide(id, operations.operator('supervisor'))).toMatchObject(invalidTransition);
  expect(await withdraw(id, requester)).toMatchObject(invalidTransition);
  expect(await operations.emitted(publicationGateChanged)).toEqual([]);
  expect((await operations.emitted(auditRecorded.operations)).at(-1)).toMatchObject({
    action: 'withdrawOverride',
    objectId: id,
    reason,
    before: { state: 'pending' },
    after: { state: 'withdrawn' },
  });
});

test('D2 returns the same 404 for another operator’s override as for an unknown one', async () => {
  const { id } = await request();
  const other = operations.operator('supervisor');
  const withoutIds = ({ status, body }: Awaited<ReturnType<typeof withdraw>>) => ({
    status,
    body: { ...body, requestId: '', instance: '' },
  });
  const absent = withoutIds(await withdraw('01920000-0000-7000-8000-000000000000', other));
  expect(absent.status).toBe(404);
  expect(withoutIds(await withdraw(id, other))).toEqual(absent);
});

test('returns 400 for the withdrawal of an expired or rejected override', async () => {
  const [late, answered] = [await request(), await request()];
  await decide(answered.id, operations.operator('security'), 'reject');
  expect(await withdraw(answered.id, answered.requester)).toMatchObject(invalidTransition);
  operations.advanceClock(72 * 3600);
  const again = { ...late.requester, authenticatedAt: operations.clock.now.getTime() / 1000 };
  expect(await withdraw(late.id, again)).toMatchObject(invalidTransition);
});

test('Z3 exactly one of a concurrent withdrawal and last approval succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const { id, requester } = await request(round % 2 ? 'close' : 'open');
    if (!id) continue;
    await decide(id, operations.operator('security'));
    const [withdrawn, approved] = await Promise.all([
      withdraw(id, requester),
      decide(id, operations.operator('supervisor')),
    ]);
    expect([withdrawn.status, approved.status].sort()).toEqual([withdrawn.status === 200 ? 200 : 201, 400]);
  }
});
