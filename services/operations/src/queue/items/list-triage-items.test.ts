import { randomUUID } from 'node:crypto';
import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { caseStates } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeCase, dutiesOf, makeCase, makeLabels } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import { visibilityOf } from '../visibility.ts';
import { findTriageItems } from './find-triage-items.ts';

let operations: Operations;
const hour = 3600;

beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

type Item = {
  caseId: string;
  assignment: string;
  priority: number;
  components: { name: string; points: number }[];
  dueAt: string | null;
};

async function idsFor(actor: ReturnType<Operations['operator']>, query = ''): Promise<string[]> {
  const { status, body } = await operations.get(`/operations/triage?limit=100${query}`, { actor });
  expect(status).toBe(200);
  return body.items.map((item: Item) => item.caseId);
}

test.each([
  ['over Christmas', '2025-12-24T09:00:00.000Z', '2025-12-26T09:00:00.000Z', 6],
  ['from a Friday in UTC that is Saturday in Paris', '2026-01-02T23:30:00.000Z', '2026-01-05T23:00:00.000Z', 0],
])('service level and age follow the business calendar: %s', async (_rule, openedAt, dueAt, ageDays) => {
  const { caseId } = await makeCase(operations, { openedAt, occurredAt: openedAt });
  const actor = operations.operator('reviewer');
  const { body } = await operations.get('/operations/triage?limit=100', { actor });
  const item = body.items.find((one: Item) => one.caseId === caseId);
  expect(item).toMatchObject({ dueAt, ageDays });
  expect(item.components).toContainEqual({ name: 'age', points: ageDays });
  const { calendar } = operations.app;
  const queue = { visibility: visibilityOf(actor), calendar, asOf: operations.clock.now, snoozed: 'hidden' } as const;
  const [row] = await findTriageItems(operations.db, { ...queue, limit: 1 });
  expect([row?.case_id, row?.priority]).toEqual([caseId, item.priority]);
  await changeCase(operations, await makeCase(operations, { caseId }), { state: 'decided' });
});

test('lists a case in review with safe labels in every language', async () => {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  const actor = operations.operator('reviewer');
  const { body } = await operations.get('/operations/triage?limit=100', {
    actor,
  });
  const item = body.items.find(({ caseId }: Item) => caseId === made.caseId);
  expect(item).toEqual({
    subject: { type: 'verification_case', id: made.caseId },
    caseId: made.caseId,
    kind: 'case_review',
    state: 'in_review',
    provider: { displayName: 'Volt & Fils', possibleDuplicate: false },
    category: { key: 'electrician', label: { en: 'Electrician', fr: 'Électricien' } },
    requirements: [{ key: 'identity', label: { en: 'Proof of identity', fr: "Preuve d'identité" } }],
    assignment: 'unassigned',
    claim: null,
    snooze: null,
    priority: 40,
    components: [
      { name: 'safety', points: 0 },
      { name: 'sla', points: 40 },
      { name: 'age', points: 0 },
      { name: 'appeal', points: 0 },
      { name: 'expiring_claim', points: 0 },
      { name: 'escalations', points: 0 },
    ],
    slaStatus: 'on_track',
    dueAt: '2026-01-06T09:00:00.000Z',
    ageDays: 0,
    openedAt: '2026-01-05T09:00:00.000Z',
  });
});

test('flags both providers of a possible duplicate until one is closed', async () => {
  const [one, other] = [await makeCase(operations), await makeCase(operations)];
  const actor = operations.operator('triage');
  const flagged = async () => {
    const { body } = await operations.get('/operations/triage?limit=100', { actor });
    return body.items
      .filter(({ provider }: { provider: { possibleDuplicate: boolean } }) => provider.possibleDuplicate)
      .map(({ caseId }: Item) => caseId);
  };
  const at = operations.clock.now.toISOString();
  const found = {
    providerId: one.providerId,
    otherProviderId: other.providerId,
    same: ['name' as const],
    occurredAt: at,
  };
  for (const again of [found, found]) await operations.deliver(possibleDuplicateFound, again);
  expect((await flagged()).sort()).toEqual([one.caseId, other.caseId].sort());
  await makeLabels(operations, other, 'closed');
  expect(await flagged()).toEqual([other.caseId]);
});

test('a reviewer sees own and unassigned reviews only', async () => {
  const [mine, other] = [operations.operator('reviewer'), operations.operator('reviewer')];
  const own = await makeCase(operations, { duties: dutiesOf({ review: mine.userId }) });
  const free = await makeCase(operations);
  const foreign = await makeCase(operations, { duties: dutiesOf({ review: other.userId }) });
  const recommended = await makeCase(operations, {
    state: 'recommended',
    duties: dutiesOf({ review: mine.userId }),
    recommenderId: mine.userId,
  });

  const seen = await idsFor(mine);
  expect(seen).toEqual(expect.arrayContaining([own.caseId, free.caseId]));
  expect(seen).not.toContain(foreign.caseId);
  expect(seen).not.toContain(recommended.caseId);
});

test('a decider sees own and unassigned decisions on cases that they neither reviewed nor recommended', async () => {
  const decider = operations.operator('decider');
  const free = await makeCase(operations, {
    state: 'recommended',
    duties: dutiesOf({ review: randomUUID() }),
    recommenderId: randomUUID(),
  });
  const reviewed = await makeCase(operations, {
    state: 'recommended',
    duties: dutiesOf({ review: decider.userId }),
    recommenderId: randomUUID(),
  });
  const recommended = await makeCase(operations, {
    state: 'recommended',
    duties: dutiesOf({ review: randomUUID() }),
    recommenderId: decider.userId,
  });
  const [own, taken] = [
    await changeCase(operations, await makeCase(operations), {
      state: 'recommended',
      duties: dutiesOf({ review: randomUUID(), decide: decider.userId }),
    }),
    await changeCase(operations, await makeCase(operations), {
      state: 'recommended',
      duties: dutiesOf({ review: randomUUID(), decide: randomUUID() }),
    }),
  ];
  const inReview = await makeCase(operations);

  const { body } = await operations.get('/operations/triage?limit=100', { actor: decider });
  const assignments = Object.fromEntries(body.items.map((item: Item) => [item.caseId, item.assignment]));
  expect(assignments).toMatchObject({ [free.caseId]: 'unassigned', [own.caseId]: 'mine' });
  for (const { caseId } of [reviewed, recommended, inReview, taken]) expect(assignments).not.toHaveProperty(caseId);
});

test('Z3 a review is not listed to operators who judged the reviewed case', async () => {
  const judge = operations.operator('reviewer');
  const excludedIds = [judge.userId];
  const review = await makeCase(operations, { kind: 'review', excludedIds });
  expect(await idsFor(judge)).not.toContain(review.caseId);
  expect(await idsFor(operations.operator('reviewer'))).toContain(review.caseId);
  expect(await idsFor(operations.operator('triage'))).toContain(review.caseId);
});

test('an operator who assigns sees all cases, and never the assignee', async () => {
  const reviewerId = randomUUID();
  const taken = await makeCase(operations, { duties: dutiesOf({ review: reviewerId }) });
  const recommended = await makeCase(operations, {
    state: 'recommended',
    duties: dutiesOf({ review: reviewerId }),
    recommenderId: reviewerId,
  });
  for (const role of ['triage', 'supervisor'] as const) {
    const { body } = await operations.get('/operations/triage?limit=100', { actor: operations.operator(role) });
    const found = body.items.filter(({ caseId }: Item) => [taken.caseId, recommended.caseId].includes(caseId));
    expect(found.map(({ assignment }: Item) => assignment).sort()).toEqual(['other', 'unassigned']);
    expect(JSON.stringify(body)).not.toContain(reviewerId);
  }
});

test('an operator does not see cases of a provider that they represent', async () => {
  const made = await makeCase(operations);
  const actor = {
    ...operations.operator('triage'),
    assignments: [{ assignmentId: randomUUID(), providerId: made.providerId, role: 'owner' as const }],
  };
  expect(await idsFor(actor)).not.toContain(made.caseId);
});

test('lists only cases that wait for an operator, unless `state` is given; filters by kind and state', async () => {
  const actor = operations.operator('triage');
  const cases = new Map<string, string>();
  for (const state of caseStates) cases.set(state, (await makeCase(operations, { state })).caseId);
  const statesOf = (seen: string[]) => [...cases].filter(([, id]) => seen.includes(id)).map(([state]) => state);

  expect(statesOf(await idsFor(actor))).toEqual(['in_review', 'recommended', 'under_appeal']);
  expect(statesOf(await idsFor(actor, '&kind=case_decision'))).toEqual(['recommended']);
  expect(statesOf(await idsFor(actor, '&state=awaiting_correction'))).toEqual(['awaiting_correction']);
  expect(statesOf(await idsFor(actor, '&state=awaiting_evidence&kind=case_decision'))).toEqual([]);
  expect(await operations.get('/operations/triage?state=decided', { actor })).toMatchObject({ status: 400 });
});

test('pauses the clock while a case waits for the provider, and resumes with the remaining time', async () => {
  const actor = operations.operator('triage');
  const made = await makeCase(operations, { duties: dutiesOf({ review: randomUUID() }) });
  operations.advanceClock(24 * hour);
  const dueAt = new Date(operations.clock.now.getTime() + 14 * 86_400_000).toISOString();
  const waiting = await changeCase(operations, made, { state: 'awaiting_correction', dueAt });
  const { body } = await operations.get('/operations/triage?limit=100&state=awaiting_correction', { actor });
  expect(body.items.find(({ caseId }: Item) => caseId === made.caseId)).toMatchObject({
    slaStatus: 'paused',
    dueAt: null,
  });

  operations.advanceClock(24 * hour);
  await changeCase(operations, waiting, { state: 'in_review' });
  const after = await operations.get('/operations/triage?limit=100', { actor });
  expect(after.body.items.find(({ caseId }: Item) => caseId === made.caseId)).toMatchObject({
    dueAt: '2026-01-09T09:00:00.000Z',
  });
});

test('all pages use the time of the first: no item repeats or is skipped', async () => {
  await using alone = await startOperations();
  const actor = alone.operator('supervisor');
  for (let index = 0; index < 25; index++) {
    await makeCase(alone, index % 3 === 0 ? { duties: dutiesOf({ review: randomUUID() }) } : {});
    alone.advanceClock(3 * hour);
  }
  const whole = (await alone.get('/operations/triage?limit=100', { actor })).body.items as Item[];
  expect(whole).toHaveLength(25);

  const paged: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await alone.get(`/operations/triage?limit=4${cursor && `&cursor=${cursor}`}`, { actor });
    paged.push(...body.items);
    cursor = body.nextCursor;
    alone.advanceClock(9 * hour);
  }
  expect(paged).toEqual(whole);
  const inOrder = [...whole].sort(
    (a, b) =>
      b.priority - a.priority ||
      Date.parse(a.dueAt ?? '') - Date.parse(b.dueAt ?? '') ||
      (a.caseId < b.caseId ? -1 : 1),
  );
  expect(whole).toEqual(inOrder);
  expect(new Set(whole.map(({ priority }) => priority)).size).toBeGreaterThan(4);
  for (const { priority, components } of whole)
    expect(components.reduce((sum, { points }) => sum + points, 0)).toBe(priority);
});

test('a page has every old case that belongs there, also if all are of one day', async () => {
  await using alone = await startOperations();
  const idsOfDay = async (openedAt: string) => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push((await makeCase(alone, { openedAt, occurredAt: openedAt })).caseId);
    return ids.sort();
  };
  const ids = [...(await idsOfDay('2025-10-01T09:00:00.000Z')), ...(await idsOfDay('2025-10-02T09:00:00.000Z'))];
  const { body } = await alone.get('/operations/triage?limit=15', { actor: alone.operator('supervisor') });
  expect(body.items.map((item: Item) => item.caseId)).toEqual(ids.slice(0, 15));
});

test('returns 400 for a cursor with other filters or of another operator', async () => {
  const actor = operations.operator('triage');
  const { body } = await operations.get('/operations/triage?limit=1', { actor });
  const page = (query: string, reader = actor) =>
    operations.get(`/operations/triage?${query}&cursor=${body.nextCursor}`, { actor: reader });
  expect(await page('limit=2')).toMatchObject({ status: 200 });
  expect(await page('kind=case_review')).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'cursor', code: 'cursor_invalid' }] },
  });
  expect(await page('limit=1', operations.operator('triage'))).toMatchObject({ status: 400 });
});

test('M4 does not list a case after its correction window, without an event', async () => {
  const actor = operations.operator('triage');
  const dueAt = new Date(operations.clock.now.getTime() + hour * 1000).toISOString();
  const { caseId } = await makeCase(operations, { state: 'awaiting_correction', dueAt });
  expect(await idsFor(actor, '&state=awaiting_correction')).toContain(caseId);
  operations.advanceClock(hour);
  expect(await idsFor(actor, '&state=awaiting_correction')).not.toContain(caseId);
});
