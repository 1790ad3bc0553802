import { randomUUID } from 'node:crypto';
import { claimChanged } from '@trust/contracts/events/verification';
import { openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, makeAssigned, recommend } from '../../test/make.ts';
import { startVerification, type Verification } from '../../test/service.ts';

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

test('the database rejects methods that are not allowed, visits without a submission, and submissions by the app role', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity' });
  await expect(copyWith(made, 'register_check')).rejects.toMatchObject({ constraint: 'method_is_allowed' });
  await expect(copyWith(made, 'register_check', 'null')).rejects.toMatchObject({
    constraint: 'method_is_of_a_version',
  });
  await expect(copyWith(made, 'field_visit')).rejects.toMatchObject({ constraint: 'field_visit_has_submission' });
  await expect(submit(made.caseId, 'identity').execute(service.db)).rejects.toThrow(/permission denied/);
  await copyWith(made, 'document_review');
});

test('the claim event names the method of the check that granted it', async () => {
  const made = await makeAssigned(service);
  await using owner = openDb({ url: service.ownerUrl, max: 1 });
  await submit(made.caseId, 'identity').execute(owner);
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

const submit = (caseId: string, requirementKey: string) =>
  sql`insert into field_submission (id, case_id, requirement_key, accepted_at)
    values (${randomUUID()}, ${caseId}, ${requirementKey}, now())`;
