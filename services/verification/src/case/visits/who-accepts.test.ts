import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, assignAppeal } from '../../../test/appeals.ts';
import { check, currentVersions, decide, granting, makeAssigned, read, reason, recommend } from '../../../test/make.ts';
import { planVisit, requestVisit, workItem } from '../../../test/make-visit.ts';
import { assignRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const separation = { status: 409, body: { title: 'Separation of duties' } };
const assign = (caseId: string, assigneeId: string, duty: string) =>
  service.post(`/verification-cases/${caseId}/assign`, {
    actor: operator('triage'),
    body: { assigneeId, duty, reason },
  });
const readAs = async (actor: ReturnType<typeof operator>, caseId: string) =>
  service.get(`/verification-cases/${caseId}`, { actor });
type Role = 'acceptorId' | 'agentId';
const accept = async (made: { caseId: string }, by: string, role: Role = 'acceptorId') =>
  (await planVisit(service, made)).accepted(randomUUID(), { [role]: by });

test.each([
  ['accepted results of a case', 'acceptorId'],
  ['made a visit of a case', 'agentId'],
] as const)('Z3 who %s gets no duty of it, and operations hears so', async (_did, role) => {
  const made = await makeAssigned(service);
  const [manager, judge] = [await service.known(operator('reviewer')), await service.known(operator('decider'))];
  await accept(made, manager.userId, role);
  await accept(made, judge.userId, role);
  expect((await service.emitted(caseChanged)).at(-1)).toMatchObject({
    caseId: made.caseId,
    excludedIds: expect.arrayContaining([manager.userId, judge.userId]),
  });
  expect(await assign(made.caseId, manager.userId, 'review')).toMatchObject(separation);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  expect((await recommend(service, made)).status).toBe(201);
  expect(await assign(made.caseId, judge.userId, 'decide')).toMatchObject(separation);
  const raw = assignRaw(made.caseId, judge.userId, 'decide', operator('triage').userId);
  await expect(raw.execute(service.db)).rejects.toMatchObject({ constraint: 'separation_of_duties' });
  const { body } = await decide(service, made.caseId, { claims: granting('identity_confirmed') });
  expect((await appeal(service, { ...made, decisionId: body.id })).status).toBe(201);
  expect(await assignAppeal(service, made.caseId, judge)).toMatchObject(separation);
});

test.each(['acceptorId', 'agentId'] as const)(
  'Z3 results that arrive after an assignment end the duty of their %s',
  async (role) => {
    const made = await makeAssigned(service);
    const { reviewer, caseId } = made;
    await accept(made, reviewer.userId, role);
    const excludedIds = expect.arrayContaining([reviewer.userId]);
    expect((await service.emitted(caseChanged)).at(-1)).toMatchObject({ duties: [], excludedIds });
    expect((await service.emitted(auditRecorded.verification)).map(({ action }) => action)).toContain('endAssignment');
    expect((await check(service, made, { requirementKey: 'licence' })).status).toBe(404);
    expect(await assign(caseId, reviewer.userId, 'review')).toMatchObject(separation);
    const next = await makeAssigned(service, made, undefined, []);
    const { body } = await readAs(next.reviewer, caseId);
    expect(body.fieldVisits).toMatchObject([{ state: 'accepted' }]);
  },
);

/** The first reviewer recorded the checks, the second one the recommendation alone. */
async function makeRecommendedByAnother() {
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  const second = await makeAssigned(service, made, undefined, []);
  await read(service, second.reviewer, made.caseId, (await currentVersions(service, made.caseId)).values());
  expect((await recommend(service, second)).status).toBe(201);
  return second;
}

test.each([
  ['a check', 'accepted', 'acceptorId'],
  ['a recommendation', 'accepted', 'acceptorId'],
  ['a check', 'made', 'agentId'],
] as const)('Z3 the case does not take results that who recorded %s %s', async (of, _did, role) => {
  const made = of === 'a check' ? await makeAssigned(service) : await makeRecommendedByAnother();
  if (of === 'a check') await check(service, made, { requirementKey: 'licence' });
  const submissionId = await accept(made, made.reviewer.userId, role);
  const { fieldVisits } = (await readAs(made.reviewer, made.caseId)).body;
  expect(fieldVisits).toMatchObject([{ state: 'cancelled', endReason: 'results_of_judge', submission: null }]);
  expect((await service.emitted(auditRecorded.verification)).at(-1)).toMatchObject({
    action: 'refuseFieldSubmission',
    after: { submissionId, state: 'cancelled' },
  });
});

test.each(['accepted_by', 'made_by'])(
  'Z3 the database takes no results %s who holds a duty or recorded a check',
  async (column) => {
    const made = await requestVisit(service);
    const insert = (personId: string) =>
      service.db.transact((trx) =>
        sql`insert into field_submission
          (id, case_id, requirement_key, field_visit_id, observations, public_summary, visited_on, accepted_at, ${sql.ref(column)})
        values (${randomUUID()}, ${made.caseId}, 'identity', ${made.fieldVisitId}, '[]', 'Seen.', '2026-01-13', now(), ${personId})`.execute(
          trx,
        ),
      );
    const separated = { constraint: 'separation_of_duties' };
    await expect(insert(made.reviewer.userId)).rejects.toMatchObject(separated);
    await check(service, made, { requirementKey: 'licence' });
    const release = { actor: made.reviewer, body: { duty: 'review', reason } };
    expect((await service.post(`/verification-cases/${made.caseId}/release`, release)).status).toBe(200);
    await expect(insert(made.reviewer.userId)).rejects.toMatchObject(separated);
    await workItem(service, made).accepted();
  },
);
