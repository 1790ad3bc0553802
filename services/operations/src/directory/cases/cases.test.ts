import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { caseStates } from '@trust/contracts/events/verification';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, changeCase, dutiesOf, makeCase, makeLabels } from '../../../test/make.ts';
import { makeClaim } from '../../../test/make-claim.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import { visibilityOf } from '../../queue/visibility.ts';
import { pageOfCases } from './queries.ts';

let operations: Operations;
let triage: Actor;
beforeAll(async () => {
  operations = await startOperations();
  triage = operations.operator('triage');
});
afterAll(() => operations[Symbol.asyncDispose]());

const hour = 3600;
const queue = (query = '', actor = triage) => operations.get(`/operations/verification-queue?${query}`, { actor });
const read = (caseId: string, actor = triage) => operations.get(`/operations/verification-cases/${caseId}`, { actor });

/** Only the cases of a category, so that tests do not see each other's. */
async function idsIn(categoryKey: string, query = '', actor = triage): Promise<string[]> {
  const { status, body } = await queue(`limit=100&categoryKey=${categoryKey}&${query}`, actor);
  expect(status).toBe(200);
  return body.items.map(({ id }: { id: string }) => id);
}
const ids = (...some: Case[]) => some.map(({ caseId }) => caseId);

test('filters by state, kind, assignment and due status, and sorts by due time or opening', async () => {
  const categoryKey = 'glazier';
  const reviewerId = randomUUID();
  const first = await makeCase(operations, { categoryKey, kind: 'initial', state: 'awaiting_evidence' });
  operations.advanceClock(hour);
  const second = await makeCase(operations, { categoryKey, kind: 'renewal', duties: dutiesOf({ review: reviewerId }) });
  operations.advanceClock(hour);
  const third = await makeCase(operations, { categoryKey, kind: 'initial' });
  const appealed = await makeCase(operations, {
    ...{ categoryKey, kind: 'initial', state: 'under_appeal' },
    duties: dutiesOf({ review: randomUUID(), decide: randomUUID(), appeal: triage.userId }),
  });
  await makeCase(operations, { categoryKey, state: 'decided' });
  const lapsed = { categoryKey, state: 'awaiting_correction', dueAt: operations.clock.now.toISOString() } as const;
  await makeCase(operations, lapsed);

  // Triage is due after one day, a review after three, an appeal after ten.
  expect(await idsIn(categoryKey)).toEqual(ids(third, second, appealed, first));
  expect(await idsIn(categoryKey, 'sort=oldest')).toEqual(expect.arrayContaining(ids(first, second, third, appealed)));
  expect((await idsIn(categoryKey, 'sort=oldest')).slice(0, 2)).toEqual(ids(first, second));
  expect((await idsIn(categoryKey, 'sort=newest')).slice(2)).toEqual(ids(second, first));
  expect(await idsIn(categoryKey, 'state=in_review')).toEqual(ids(third, second));
  expect(await idsIn(categoryKey, 'kind=renewal')).toEqual(ids(second));
  expect(await idsIn(categoryKey, 'assignment=mine')).toEqual(ids(appealed));
  expect(await idsIn(categoryKey, 'assignment=other')).toEqual(ids(second));
  expect(await idsIn(categoryKey, 'assignment=unassigned')).toEqual(ids(third, first));
  expect(await idsIn(categoryKey, 'due=on_track')).toEqual(ids(third, second, appealed));
  expect(await idsIn(categoryKey, 'due=paused')).toEqual(ids(first));
  operations.advanceClock(20 * hour);
  expect(await idsIn(categoryKey, 'due=due_soon')).toEqual(ids(third));
  operations.advanceClock(5 * hour);
  expect(await idsIn(categoryKey, 'due=breached')).toEqual(ids(third));
});

test.each(['due', 'oldest', 'newest'])('pages sorted by %s neither repeat nor skip a case', async (sort) => {
  const categoryKey = `tiler-${sort}`;
  const all = [];
  for (const state of ['in_review', 'in_review', 'awaiting_evidence', 'awaiting_evidence', 'recommended'] as const)
    all.push((await makeCase(operations, { categoryKey, state })).caseId);
  const paged: string[] = [];
  let cursor = '';
  for (let page = 0; page < 3; page++) {
    const { body } = await queue(`limit=2&categoryKey=${categoryKey}&sort=${sort}${cursor}`);
    paged.push(...body.items.map(({ id }: { id: string }) => id));
    cursor = `&cursor=${body.nextCursor}`;
  }
  expect(paged).toEqual(await idsIn(categoryKey, `sort=${sort}`));
  expect([...paged].sort()).toEqual(all.sort());
});

test('D2 each operator lists and reads own and free cases of their duty, and no case of an own provider', async () => {
  const categoryKey = 'mason';
  const made: Case[] = [];
  const [reviewer, decider] = [operations.operator('reviewer'), operations.operator('decider')];
  for (const state of caseStates)
    for (const duties of [{}, { review: reviewer.userId }, { review: randomUUID(), decide: decider.userId }])
      made.push(await makeCase(operations, { categoryKey, state, duties: dutiesOf(duties) }));
  const decidable = ['recommended', 'decided', 'under_appeal', 'closed'];
  const holder = ({ duties }: Case, of: string) => duties.find(({ duty }) => duty === of)?.assigneeId;
  const canReview = (one: Case) =>
    holder(one, 'review') === reviewer.userId || (!holder(one, 'review') && !decidable.includes(one.state));
  const canDecide = (one: Case) =>
    holder(one, 'decide') === decider.userId ||
    (!holder(one, 'decide') && decidable.includes(one.state)) ||
    one.state === 'under_appeal';
  const own = {
    ...triage,
    assignments: [{ assignmentId: randomUUID(), providerId: made[0]?.providerId ?? '', role: 'owner' as const }],
  };
  const scopes: [Actor, (one: Case) => boolean][] = [
    [triage, () => true],
    [reviewer, canReview],
    [decider, canDecide],
    [own, (one) => one !== made[0]],
    [operations.operator('security'), () => false],
  ];
  const { requestId: _, instance: __, ...absent } = (await read(randomUUID())).body;
  const ended = ['decided', 'closed', 'withdrawn', 'expired'];
  for (const [actor, canSee] of scopes) {
    const open = made.filter((one) => canSee(one) && !ended.includes(one.state));
    expect((await idsIn(categoryKey, '', actor)).sort()).toEqual(ids(...open).sort());
    for (const one of made) {
      const { status, body } = await read(one.caseId, actor);
      expect(status, one.state).toBe(canSee(one) ? 200 : 404);
      if (!canSee(one)) expect(body).toMatchObject(absent);
    }
  }
});

test('D1 the detail counts documents, uploads and claims; assignees are named to those who assign', async () => {
  const reviewer = operations.operator('reviewer');
  const made = await makeCase(operations, { kind: 'initial', duties: dutiesOf({ review: reviewer.userId }) });
  await makeLabels(operations, made);
  const corrected = await changeCase(operations, made, {
    ...{ state: 'awaiting_correction', awaitedKeys: ['identity'] },
    dueAt: new Date(operations.clock.now.getTime() + 14 * 24 * hour * 1000).toISOString(),
  });
  const { claimId } = await makeClaim(operations, { caseId: made.caseId, providerId: made.providerId });
  const subject = { type: 'verification_case', id: made.caseId };
  const body = { subject, reasonCode: 'conflict_of_interest', reason: 'The reviewer knows the provider.' };
  await operations.post('/operations/escalations', { actor: triage, body });

  const { body: seen } = await read(made.caseId);
  expect(seen).toMatchObject({
    id: made.caseId,
    state: 'awaiting_correction',
    providerId: made.providerId,
    category: { key: 'electrician', label: { en: 'Electrician', fr: 'Électricien' } },
    requirements: [{ key: 'identity', isAwaited: true }],
    duties: [{ duty: 'review', assignment: 'other', assigneeId: reviewer.userId }],
    assignment: 'other',
    slaStatus: 'paused',
    correctionDueAt: corrected.dueAt,
    ...{ claims: [{ status: 'active', count: 1 }], evidence: [], uploads: [], openEscalations: 1, openFieldWork: 0 },
  });
  expect(JSON.stringify(seen)).not.toContain(claimId);
  // The escalation is about the reviewer, who does not see it.
  expect((await read(made.caseId, reviewer)).body).toMatchObject({ assignment: 'mine', openEscalations: 0 });
  const free = await makeCase(operations, { state: 'recommended', duties: dutiesOf({ review: reviewer.userId }) });
  const { body: decided } = await read(free.caseId, operations.operator('decider'));
  expect(decided.duties).toEqual([{ duty: 'review', assignment: 'other' }]);
});

test('every filter of the queue uses an index among 20,000 open cases', async () => {
  await sql`
    insert into triage_case (case_id, provider_id, category_key, requirement_version_id, requirement_keys, state, kind, reviewer_id, opened_at, sla_stage, due_at)
    select gen_random_uuid(), gen_random_uuid(), case when n % 1000 = 0 then 'rare' else 'usual' end, gen_random_uuid(), '{}',
      case when n % 1000 = 0 then 'in_review' else 'awaiting_evidence' end, case when n % 1000 = 0 then 'renewal' else 'initial' end,
      case when n % 1000 = 0 then ${triage.userId}::uuid end, now() - n * interval '1 minute', 'triage', now() + n * interval '1 minute'
    from generate_series(1, 20000) n`.execute(operations.db);
  await sql`analyze triage_case`.execute(operations.db);
  const visibility = visibilityOf(triage);
  const base = { visibility, asOf: new Date(), after: undefined, limit: 26, sort: 'due' as const };
  const none = { state: undefined, kind: undefined, categoryKey: undefined, assignment: undefined, due: undefined };
  const filters: [object, string][] = [
    [{}, 'triage_case_by_due'],
    [{ after: ['infinity', randomUUID()] }, 'triage_case_by_due'],
    [{ due: 'breached' }, 'triage_case_by_due'],
    [{ sort: 'oldest' }, 'triage_case_by_opening'],
    [{ sort: 'newest' }, 'triage_case_by_opening'],
    [{ state: 'in_review' }, 'triage_case_(open|of_state)'],
    [{ kind: 'renewal' }, 'triage_case_of_kind'],
    [{ categoryKey: 'rare' }, 'triage_case_of_category'],
    [{ assignment: 'mine' }, 'triage_case_of_holder'],
  ];
  for (const [filter, index] of filters) {
    const page = pageOfCases({ ...base, ...none, ...filter });
    const { rows } = await sql<Record<string, string>>`explain ${page}`.execute(operations.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan, JSON.stringify(filter)).toMatch(new RegExp(index));
    expect(plan, JSON.stringify(filter)).not.toContain('Seq Scan');
  }
});
