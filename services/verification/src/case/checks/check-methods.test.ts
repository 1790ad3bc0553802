import { randomUUID } from 'node:crypto';
import { claimChanged } from '@trust/contracts/events/claims';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, makeAssigned, recommend } from '../../../test/make.ts';
import { requestVisit, workItem } from '../../../test/make-visit.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type Made = Awaited<ReturnType<typeof makeAssigned>>;
type Method = 'document_review' | 'register_check' | 'field_visit';

const copyWith = ({ caseId }: Made, method: Method, version = 'requirement_version_id') =>
  sql`
  insert into case_check (id, case_id, requirement_key, evidence_version_id, requirement_version_id, method, result, limitations, reason,
    checked_by, checked_at)
  select ${randomUUID()}, case_id, requirement_key, evidence_version_id, ${sql.raw(version)}, ${method}::check_method, result,
    limitations, reason, checked_by, checked_at
  from case_check where case_id = ${caseId} limit 1`.execute(service.db);

test('returns 400 for a check by a method that the requirement version does not allow', async () => {
  const made = await makeAssigned(service);
  for (const [requirementKey, method] of [
    ['identity', 'register_check'],
    ['licence', 'field_visit'],
  ])
    expect(await check(service, made, { requirementKey, method })).toMatchObject({
      status: 400,
      body: {
        errors: [{ field: 'method', code: 'method_not_allowed', allowed: expect.arrayContaining(['document_review']) }],
      },
    });
  expect(await service.db.selectFrom('case_check').select('id').where('case_id', '=', made.caseId).execute()).toEqual(
    [],
  );
});

test('returns 409 for a field visit without an accepted field submission for the requirement', async () => {
  const made = await makeAssigned(service);
  expect(await check(service, made, { requirementKey: 'identity', method: 'field_visit' })).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'method', code: 'field_submission_missing' }] },
  });
});

test('a place that nobody can enter keeps no case open: its check can fail without a submission', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'licence' });
  const failed = {
    requirementKey: 'identity',
    method: 'field_visit' as const,
    result: 'failed' as const,
    subjectId: null,
  };
  expect(await check(service, made, failed)).toMatchObject({ status: 201, body: { fieldSubmissionId: null } });
  const refused = { outcome: 'not_verified', reasonCodes: ['field_visit_not_confirmed'] };
  expect((await recommend(service, made, refused)).status).toBe(201);
});

test('the database rejects methods that are not allowed, and visits without a submission', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity' });
  await expect(copyWith(made, 'register_check')).rejects.toMatchObject({ constraint: 'method_is_allowed' });
  await expect(copyWith(made, 'register_check', 'null')).rejects.toMatchObject({
    constraint: 'method_is_of_a_version',
  });
  await expect(copyWith(made, 'field_visit')).rejects.toMatchObject({ constraint: 'field_visit_has_submission' });
  await copyWith(made, 'document_review');
});

test('the claim event names the method of the check that granted it', async () => {
  const made = await makeAssigned(service);
  await workItem(service, await requestVisit(service, made, made)).accepted();
  await check(service, made, { requirementKey: 'identity' });
  const visit = await check(service, made, { requirementKey: 'identity', method: 'field_visit' });
  expect(visit).toMatchObject({ status: 201, body: { method: 'field_visit' } });
  await check(service, made, { requirementKey: 'licence', method: 'register_check' });
  await recommend(service, made);
  expect((await decide(service, made.caseId)).status).toBe(201);
  const claims = (await service.emitted(claimChanged)).filter(({ providerId }) => providerId === made.providerId);
  expect(claims.map(({ requirementKey, method }) => [requirementKey, method])).toEqual([
    ['identity', 'field_visit'],
    ['licence', 'register_check'],
  ]);
});

test('lists every check, newest first and in pages, to operators who may read the case', async () => {
  const made = await makeAssigned(service);
  for (const result of ['failed', 'clear']) await check(service, made, { requirementKey: 'identity', result });
  await check(service, made, { requirementKey: 'licence', observations: 'Seal is readable.' });
  const path = `/verification-cases/${made.caseId}/checks`;
  const first = await service.get(`${path}?limit=2`, { actor: made.reviewer });
  expect(first.body.items).toMatchObject([
    { requirementKey: 'licence', observations: 'Seal is readable.', current: true, checkerId: made.reviewer.userId },
    { requirementKey: 'identity', result: 'clear', current: true },
  ]);
  const rest = await service.get(`${path}?limit=2&cursor=${first.body.nextCursor}`, { actor: made.reviewer });
  expect(rest.body).toMatchObject({
    items: [{ requirementKey: 'identity', result: 'failed', current: false }],
    nextCursor: null,
  });
  const chosen = await service.get(`${path}?requirementKey=licence`, { actor: made.reviewer });
  expect(chosen.body.items).toHaveLength(1);
  expect((await service.get(path, { actor: operator('triage') })).status).toBe(200);
  for (const actor of [operator('reviewer'), operator('decider')])
    expect((await service.get(path, { actor })).status).toBe(404);
  expect((await service.get(path, { actor: made.owner })).status).toBe(403);
});
