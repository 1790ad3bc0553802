import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import { overrideApproved } from '@trust/contracts/events/operations';
import { representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase } from '../../../test/make.ts';
import { makeClaim } from '../../../test/make-claim.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 8 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'The registry was closed for two weeks.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
const conflict = { status: 409, body: { type: 'http://trust.test/problems/state-conflict' } };
const invalidTransition = { status: 400, body: { type: 'http://trust.test/problems/invalid-transition' } };
const supervisor = () => operations.operator('supervisor');

const request = (body: object, actor = supervisor()) =>
  operations.post('/operations/overrides', { actor, body: { reason, ...body } });
const decide = (id: string, actor: Actor, headers: Record<string, string> = {}) =>
  operations.post(`/operations/overrides/${id}/approvals`, { actor, body: { decision: 'approve', reason }, headers });

const inDays = (days: number) => new Date(operations.clock.now.getTime() + days * 86_400_000).toISOString();
const correcting = () => makeCase(operations, { state: 'awaiting_correction', dueAt: inDays(14) });

/** Reads all tables but those of overrides and of the outbox. */
async function otherRows(): Promise<unknown> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('override_request', 'override_approval', 'outbox', 'rate_limit', 'idempotency_key',
        'aggregate_sequence', 'open_refusal')
    order by 1`.execute(operations.db);
  const counts = rows.map(({ name }) => sql`select ${name} as name, count(*)::int as rows from ${sql.table(name)}`);
  return (await sql`${sql.join(counts, sql` union all `)}`.execute(operations.db)).rows;
}

async function targetOf(kind: string): Promise<{ kind: string; targetId: string; days?: number }> {
  if (kind === 'deadline-extension') return { kind, targetId: (await correcting()).caseId, days: 7 };
  if (kind === 'case-reassignment-block') return { kind, targetId: (await makeCase(operations)).caseId, days: 14 };
  return { kind, targetId: (await makeClaim(operations, { state: 'suspended' })).claimId };
}

test.each([
  ['deadline-extension', 'extend'],
  ['case-reassignment-block', 'block'],
  ['claim-suspension-lift', 'lift'],
])('Z3 %s: two other operators approve it, which announces it once and creates nothing else', async (kind, action) => {
  const target = await targetOf(kind);
  const [requester, first] = [supervisor(), operations.operator('security')];
  const { status, body } = await request(target, requester);
  expect([status, body]).toMatchObject([201, { ...target, action, days: target.days ?? null, state: 'pending' }]);
  const before = await otherRows();
  const known = (await operations.emitted(overrideApproved)).length;
  expect(await decide(body.id, requester)).toMatchObject(separation);
  const twice = await Promise.all(
    Array.from({ length: 16 }, (_, index) => decide(body.id, first, { 'idempotency-key': `${body.id} ${index}` })),
  );
  expect(twice.filter((answer) => answer.status === 201)).toHaveLength(1);
  expect(await decide(body.id, { ...first, sessionId: randomUUID() })).toMatchObject(separation);
  expect((await operations.emitted(overrideApproved)).length).toBe(known);
  const last = await Promise.all(Array.from({ length: 8 }, () => decide(body.id, supervisor())));
  expect(last.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
  const { targetId, days = null } = target;
  expect((await operations.emitted(overrideApproved)).slice(known)).toEqual([
    {
      overrideId: body.id,
      kind,
      targetId,
      days,
      requestedAt: body.requestedAt,
      occurredAt: operations.clock.now.toISOString(),
    },
  ]);
  expect(await otherRows()).toEqual(before);
  const types = await operations.db.selectFrom('outbox').select('type').distinct().orderBy('type').execute();
  expect(types.map(({ type }) => type)).toEqual([auditRecorded.operations.type, overrideApproved.type]);
});

test('an override asks for what its kind has, on a target that is in the right state', async () => {
  const [open, decided] = [await makeCase(operations), await makeCase(operations, { state: 'decided' })];
  const active = await makeClaim(operations);
  const gate = { kind: 'publication-gate' };
  const extension = { kind: 'deadline-extension', targetId: open.caseId };
  const block = { kind: 'case-reassignment-block', targetId: open.caseId };
  const lift = { kind: 'claim-suspension-lift', targetId: active.claimId };
  const refused: [object, string, string][] = [
    [gate, 'action', 'required'],
    [{ ...gate, action: 'lift' }, 'action', 'invalid_value'],
    [{ ...gate, action: 'open', targetId: open.caseId }, 'targetId', 'unknown_field'],
    [{ ...gate, action: 'open', days: 1 }, 'days', 'unknown_field'],
    [extension, 'days', 'required'],
    [{ ...extension, days: 15 }, 'days', 'too_big'],
    [{ ...block, days: 1, action: 'open' }, 'action', 'invalid_value'],
    [{ ...lift, days: 1 }, 'days', 'unknown_field'],
    [{ kind: lift.kind }, 'targetId', 'required'],
  ];
  for (const [body, field, code] of refused)
    expect(await request(body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { errors: [{ field, code }] },
    });
  for (const body of [{ ...extension, days: 1 }, { ...block, days: 1 }, lift])
    expect(await request({ ...body, targetId: randomUUID() })).toMatchObject({ status: 404 });
  for (const body of [{ ...extension, days: 1 }, { ...block, targetId: decided.caseId, days: 1 }, lift])
    expect(await request(body)).toMatchObject(conflict);
});

test('T1 no lift is requested of a claim whose subject has ended', async () => {
  const { claimId: targetId } = await makeClaim(operations, { state: 'suspended', changeReason: 'subject_ended' });
  expect(await request({ kind: 'claim-suspension-lift', targetId })).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'targetId', code: 'subject_ended' }] },
  });
});

test('M4 an extension is not requested after the deadline, nor approved after 72 hours', async () => {
  const late = await correcting();
  const extension = { kind: 'deadline-extension', days: 1 };
  const { body } = await request({ ...extension, targetId: late.caseId });
  operations.advanceClock(72 * 3600);
  expect(await decide(body.id, operations.operator('security'))).toMatchObject(invalidTransition);
  operations.advanceClock(11 * 86_400);
  expect(await request({ ...extension, targetId: late.caseId })).toMatchObject(conflict);
});

test('D2 who represents the provider neither requests, sees nor approves an override on it', async () => {
  const { caseId, providerId } = await makeCase(operations);
  const body = { kind: 'case-reassignment-block', targetId: caseId, days: 3 };
  const own = { ...supervisor(), assignments: representative(providerId).assignments };
  expect(await request(body, own)).toMatchObject(separation);
  const { id } = (await request(body)).body;
  expect((await operations.get(`/operations/overrides/${id}`, { actor: own })).status).toBe(404);
  const { items } = (await operations.get('/operations/overrides?limit=100', { actor: own })).body;
  expect(items.map((item: { id: string }) => item.id)).not.toContain(id);
  expect(await decide(id, own)).toMatchObject({ status: 404 });
  // The database refuses it too, for a representative that the assertion does not name.
  const other = operations.operator('security');
  await operations.db
    .insertInto('representative')
    .values({ assignment_id: randomUUID(), provider_id: providerId, user_id: other.userId })
    .execute();
  expect(await decide(id, other)).toMatchObject(separation);
  // Z3: only an end more than 12 months before the request frees them.
  for (const [days, answer] of [
    [1, separation],
    [-364, separation],
    [-367, { status: 201 }],
  ] as const) {
    const former = operations.operator('security');
    const endedAt = new Date(operations.clock.now.getTime() + days * 86_400_000);
    await operations.db
      .insertInto('representative')
      .values({ assignment_id: randomUUID(), provider_id: providerId, user_id: former.userId, ended_at: endedAt })
      .execute();
    const waiting = await operations.get('/operations/triage?kind=override_approval', { actor: former });
    const isOffered = waiting.body.items.some(({ subject }: { subject: { id: string } }) => subject.id === id);
    expect(isOffered).toBe(answer.status === 201);
    expect(await decide(id, former)).toMatchObject(answer);
  }
});

test('the list is filtered by kind, state, target and provider', async () => {
  const [one, other] = [await correcting(), await correcting()];
  const body = { kind: 'deadline-extension', days: 3 };
  const first = await request({ ...body, targetId: one.caseId });
  const second = await request({ ...body, targetId: other.caseId });
  const ids = async (query: string) => {
    const { body: page } = await operations.get(`/operations/overrides?${query}`, {
      actor: operations.operator('security'),
    });
    return page.items.map(({ id }: { id: string }) => id);
  };
  expect(await ids(`targetId=${one.caseId}`)).toEqual([first.body.id]);
  expect(await ids(`providerId=${other.providerId}`)).toEqual([second.body.id]);
  expect(await ids(`targetId=${one.caseId}&kind=case-reassignment-block`)).toEqual([]);
  expect(await ids(`targetId=${one.caseId}&state=approved`)).toEqual([]);
  expect(await ids(`targetId=${one.caseId}&state=pending`)).toEqual([first.body.id]);
  const before = operations.clock.now;
  operations.advanceClock(72 * 3600);
  expect(await ids(`targetId=${one.caseId}&state=pending`)).toEqual([]);
  expect(await ids(`targetId=${one.caseId}&state=expired`)).toEqual([first.body.id]);
  operations.clock.now = before;
});
