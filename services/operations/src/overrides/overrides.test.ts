import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import { publicationGateChanged } from '@trust/contracts/events/operations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Operations, startOperations } from '../../test/service.ts';

let operations: Operations;
beforeEach(async () => {
  operations = await startOperations({ connections: 6 });
});
afterEach(() => operations[Symbol.asyncDispose]());

const reason = 'The publication phase was approved by the board.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const stateConflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };

async function request(action: 'open' | 'close' = 'open', actor = operations.operator('supervisor')) {
  const answer = await operations.post('/operations/overrides', {
    actor,
    body: { kind: 'publication-gate', action, reason },
  });
  return { answer, requester: actor, id: answer.body.id as string };
}

function answerTo(
  id: string,
  actor: Actor,
  decision: 'approve' | 'reject' = 'approve',
  headers: Record<string, string> = {},
) {
  return operations.post(`/operations/overrides/${id}/approvals`, { actor, body: { decision, reason }, headers });
}

test('an override is requested and can be inspected; it says what it needs', async () => {
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

test('the second independent approval opens the gate, and makes nothing else', async () => {
  const { id } = await request();
  const [first, second] = [operations.operator('supervisor'), operations.operator('security')];
  expect(await answerTo(id, first)).toMatchObject({
    status: 201,
    body: { state: 'pending', approvals: [{ approverId: first.userId }] },
  });
  expect(await operations.emitted(publicationGateChanged)).toEqual([]);
  operations.advanceClock(60);
  expect(await answerTo(id, second)).toMatchObject({
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

test('an open gate is closed again the same way, and cannot be opened twice', async () => {
  for (const action of ['open', 'close'] as const) {
    const { id } = await request(action);
    const late = await request(action);
    for (const role of ['supervisor', 'security'] as const) await answerTo(id, operations.operator(role));
    expect((await request(action)).answer).toMatchObject(stateConflict);
    for (const role of ['supervisor', 'security'] as const)
      expect(await answerTo(late.id, operations.operator(role))).toMatchObject({ status: 201 });
  }
  expect(await operations.emitted(publicationGateChanged)).toMatchObject([{ state: 'open' }, { state: 'closed' }]);
});

test('Z3 the requester cannot approve', async () => {
  const { id, requester } = await request();
  expect(await answerTo(id, requester)).toMatchObject(separation);
  expect(await answerTo(id, requester, 'reject')).toMatchObject(separation);
  expect(await operations.db.selectFrom('override_approval').selectAll().execute()).toEqual([]);
});

test('Z3 one operator approves once, also 16 times at once with different keys', async () => {
  const { id } = await request();
  const actor = operations.operator('security');
  const keys = Array.from({ length: 16 }, (_, index) => `key ${index}`);
  const answers = await Promise.all(keys.map((key) => answerTo(id, actor, 'approve', { 'idempotency-key': key })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
  expect(await answerTo(id, { ...actor, sessionId: '01920000-0000-7000-8000-000000000000' })).toMatchObject(separation);
  expect(await operations.db.selectFrom('override_approval').selectAll().execute()).toHaveLength(1);
  expect(await operations.emitted(publicationGateChanged)).toEqual([]);
});

test('Z3 many operators at once: two approvals count, the gate opens once', async () => {
  const { id } = await request();
  const answers = await Promise.all(Array.from({ length: 8 }, () => answerTo(id, operations.operator('security'))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
  expect(await operations.emitted(publicationGateChanged)).toHaveLength(1);
});

test('one rejection ends it; an ended override takes no answers', async () => {
  const { id } = await request();
  await answerTo(id, operations.operator('supervisor'));
  expect(await answerTo(id, operations.operator('security'), 'reject')).toMatchObject({
    status: 201,
    body: { state: 'rejected' },
  });
  expect(await answerTo(id, operations.operator('security'))).toMatchObject(stateConflict);
  expect(await operations.emitted(publicationGateChanged)).toEqual([]);
});

test('M4 after 72 hours it has expired, with no job having run', async () => {
  const { id } = await request();
  await answerTo(id, operations.operator('supervisor'));
  operations.advanceClock(72 * 3600 - 1);
  expect(await operations.get(`/operations/overrides/${id}`, { actor: operations.operator('security') })).toMatchObject(
    { body: { state: 'pending' } },
  );
  operations.advanceClock(1);
  expect(await answerTo(id, operations.operator('security'))).toMatchObject(stateConflict);
  expect(await operations.get(`/operations/overrides/${id}`, { actor: operations.operator('security') })).toMatchObject(
    { body: { state: 'expired' } },
  );
  expect(await operations.emitted(publicationGateChanged)).toEqual([]);
});

test('C1 the same key gives the same answer once more, and one effect', async () => {
  const { id } = await request();
  const actor = operations.operator('security');
  const first = await answerTo(id, actor, 'approve', { 'idempotency-key': 'a key' });
  const again = await answerTo(id, actor, 'approve', { 'idempotency-key': 'a key' });
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('a sign-in older than five minutes has to be renewed first', async () => {
  const actor = operations.operator('supervisor');
  const { id } = await request();
  operations.advanceClock(300);
  for (const answer of [(await request('open', actor)).answer, await answerTo(id, actor)]) {
    expect(answer).toMatchObject({ status: 401, body: { type: 'http://trust.test/problems/step-up-required' } });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_user_authentication", max_age=300');
  }
});

test.each([
  ['a short reason', { kind: 'publication-gate', action: 'open', reason: 'because' }, 'reason'],
  ['another kind', { kind: 'decision', action: 'open', reason }, 'kind'],
  ['an unknown field', { kind: 'publication-gate', action: 'open', reason, state: 'approved' }, 'state'],
])('%s is refused', async (_name, body, field) => {
  const answer = await operations.post('/operations/overrides', { actor: operations.operator('supervisor'), body });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
});

test('the list goes on where a page ended', async () => {
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

test('the requester withdraws a pending override, which takes no approval afterwards and opens nothing', async () => {
  const { id, requester } = await request();
  await answerTo(id, operations.operator('security'));
  operations.advanceClock(60);
  expect(await withdraw(id, requester)).toMatchObject({
    status: 200,
    body: { state: 'withdrawn', endedAt: '2026-01-05T09:01:00.000Z', approvals: [{ decision: 'approve' }] },
  });
  expect(await answerTo(id, operations.operator('supervisor'))).toMatchObject(stateConflict);
  expect(await withdraw(id, requester)).toMatchObject(stateConflict);
  expect(await operations.emitted(publicationGateChanged)).toEqual([]);
  expect((await operations.emitted(auditRecorded.operations)).at(-1)).toMatchObject({
    action: 'withdrawOverride',
    objectId: id,
    reason,
    before: { state: 'pending' },
    after: { state: 'withdrawn' },
  });
});

test('D2 to another operator an override that they did not request looks as if it could not be withdrawn at all', async () => {
  const { id } = await request();
  const other = operations.operator('supervisor');
  const masked = ({ status, body }: Awaited<ReturnType<typeof withdraw>>) => ({
    status,
    body: { ...body, requestId: '', instance: '' },
  });
  const absent = masked(await withdraw('01920000-0000-7000-8000-000000000000', other));
  expect(absent.status).toBe(404);
  expect(masked(await withdraw(id, other))).toEqual(absent);
});

test('an override that has expired or was answered cannot be withdrawn', async () => {
  const [late, answered] = [await request(), await request()];
  await answerTo(answered.id, operations.operator('security'), 'reject');
  expect(await withdraw(answered.id, answered.requester)).toMatchObject(stateConflict);
  operations.advanceClock(72 * 3600);
  const again = { ...late.requester, authenticatedAt: operations.clock.now.getTime() / 1000 };
  expect(await withdraw(late.id, again)).toMatchObject(stateConflict);
});

test('Z3 of a withdrawal and the last approval at the same time one wins', async () => {
  for (let round = 0; round < 4; round++) {
    const { id, requester } = await request(round % 2 ? 'close' : 'open');
    if (!id) continue;
    await answerTo(id, operations.operator('security'));
    const [withdrawn, approved] = await Promise.all([
      withdraw(id, requester),
      answerTo(id, operations.operator('supervisor')),
    ]);
    expect([withdrawn.status, approved.status].sort()).toEqual([withdrawn.status === 200 ? 200 : 201, 409]);
  }
});
