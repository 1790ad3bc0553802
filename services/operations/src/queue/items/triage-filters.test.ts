import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeCase, dutiesOf, makeCase, makeLabels } from '../../../test/make.ts';
import { makeClaim } from '../../../test/make-claim.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations({ connections: 8 });
});
afterAll(() => operations[Symbol.asyncDispose]());

const base = '/operations/triage';
const minutes = (count: number) => new Date(operations.clock.now.getTime() + count * 60_000).toISOString();

type Subject = { type: string; id: string };
const ofCase = (caseId: string): Subject => ({ type: 'verification_case', id: caseId });

function act(actor: Actor, { type, id }: Subject, action: string, body?: object, service = operations) {
  return service.post(`${base}/${type}/${id}/${action}`, { actor, ...(body && { body }) });
}
const listed = async (actor: Actor, query = '', service = operations) =>
  (await service.get(`${base}?limit=100${query}`, { actor })).body.items as ({ subject: Subject } & Record<
    string,
    unknown
  >)[];
const itemOf = async (actor: Actor, { id }: Subject, query = '') =>
  (await listed(actor, query)).find(({ subject }) => subject.id === id);

test('filters by name, category, assignment and due time, and sorts by due time on every page', async () => {
  await using alone = await startOperations();
  const actor = alone.operator('supervisor');
  const mine = { duties: dutiesOf({ review: actor.userId }) };
  const [electrician, plumber] = [await makeCase(alone), await makeCase(alone, { categoryKey: 'plumber', ...mine })];
  await makeLabels(alone, electrician);
  const ids = async (query: string) => (await listed(actor, query, alone)).map(({ subject }) => subject.id);
  expect(await ids('&q=FILS volt')).toEqual([electrician.caseId]);
  expect(await ids('&q=voltaire')).toEqual([]);
  expect(await ids('&categoryKey=plumber')).toEqual([plumber.caseId]);
  expect(await ids('&assignment=mine')).toEqual([plumber.caseId]);
  expect(await ids('&assignment=unassigned')).toEqual([electrician.caseId]);
  expect(await ids('&assignment=other')).toEqual([]);
  expect(await ids('&due=breached')).toEqual([]);
  alone.advanceClock(24 * 3600);
  expect(await ids('&due=breached')).toEqual([electrician.caseId]);
  expect(await ids('&due=on_track&sort=due')).toEqual([plumber.caseId]);
  for (let index = 0; index < 5; index++) {
    await makeCase(alone, index % 2 ? mine : {});
    alone.advanceClock(3600);
  }
  const dues = (items: Record<string, unknown>[]) => items.map(({ dueAt }) => String(dueAt));
  const whole = await listed(actor, '&sort=due', alone);
  expect(dues(whole)).toEqual([...dues(whole)].sort());
  const paged: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await alone.get(`${base}?limit=2&sort=due${cursor && `&cursor=${cursor}`}`, { actor });
    paged.push(...page.body.items);
    cursor = page.body.nextCursor;
  }
  expect(paged).toEqual(whole);
});

test('an appeal is listed to those who may hear it, with its component and ten working days', async () => {
  const [decider, judge] = [operations.operator('decider'), operations.operator('decider')];
  const made = await makeCase(operations, {
    state: 'recommended',
    recommenderId: randomUUID(),
    duties: dutiesOf({ review: randomUUID(), decide: judge.userId }),
  });
  await changeCase(operations, made, { state: 'under_appeal' });
  const subject = ofCase(made.caseId);
  const item = await itemOf(decider, subject, '&kind=case_appeal');
  expect(item).toMatchObject({ kind: 'case_appeal', state: 'under_appeal', assignment: 'unassigned' });
  expect(item?.components).toContainEqual({ name: 'appeal', points: 30 });
  const days = Math.round((Date.parse(String(item?.dueAt)) - operations.clock.now.getTime()) / 86_400_000);
  expect(days).toBe(14);
  expect(await itemOf(judge, subject)).toBeUndefined();
  expect((await act(judge, subject, 'claim')).status).toBe(404);
  expect(await itemOf(operations.operator('reviewer'), subject)).toBeUndefined();
  expect(await itemOf(operations.operator('triage'), subject, '&state=under_appeal')).toMatchObject({ subject });
  expect(await act(decider, subject, 'claim')).toMatchObject({ status: 200 });
});

test('a renewal whose claim ends within 30 days has a component, and the sum is the priority', async () => {
  const actor = operations.operator('triage');
  const made = await makeCase(operations, { kind: 'renewal' });
  const until = (days: number) => new Date(operations.clock.now.getTime() + days * 86_400_000).toISOString();
  const claim = await makeClaim(operations, { providerId: made.providerId, validUntil: until(31) });
  const points = async () => {
    const item = (await itemOf(actor, ofCase(made.caseId))) as unknown as {
      priority: number;
      components: { name: string; points: number }[];
    };
    expect(item.components.reduce((sum, one) => sum + one.points, 0)).toBe(item.priority);
    return item.components.find(({ name }) => name === 'expiring_claim')?.points;
  };
  expect(await points()).toBe(0);
  await makeClaim(operations, { ...claim, validUntil: until(30) });
  expect(await points()).toBe(25);
  await makeClaim(operations, { ...claim, validUntil: until(30), state: 'revoked' });
  expect(await points()).toBe(0);
});

test('saved views belong to one operator, who saves 20 at most', async () => {
  const [actor, other] = [operations.operator('reviewer'), operations.operator('reviewer')];
  const put = (key: string, name = 'Late reviews') =>
    operations.put(`${base}/views/${key}`, {
      actor,
      body: { name, filters: { kind: 'case_review', due: 'breached', sort: 'due' } },
    });
  expect(await put('late-reviews')).toMatchObject({ status: 200, body: { key: 'late-reviews', savedAt: minutes(0) } });
  expect(await put('late-reviews', 'Too late')).toMatchObject({ status: 200, body: { name: 'Too late' } });
  expect((await operations.get(`${base}/views`, { actor })).body.items).toMatchObject([
    { key: 'late-reviews', name: 'Too late', filters: { kind: 'case_review', due: 'breached', sort: 'due' } },
  ]);
  expect((await operations.get(`${base}/views`, { actor: other })).body.items).toEqual([]);
  expect((await operations.delete(`${base}/views/late-reviews`, { actor: other })).status).toBe(404);
  const statuses = (await Promise.all(Array.from({ length: 21 }, (_, index) => put(`view-${index}`)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(19);
  expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  expect((await operations.delete(`${base}/views/late-reviews`, { actor })).status).toBe(204);
  expect(await put('another')).toMatchObject({ status: 200 });
});
