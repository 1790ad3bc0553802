import { claimSubjectSnapshot } from '@trust/contracts/events/claims';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, makeAssigned } from '../../../test/make.ts';
import { endSubject, nameSubject, subjectOf } from '../../../test/make-subjects.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const licence = { requirementKey: 'licence' };
const kindOf = async (id: string | null) =>
  service.db.selectFrom('claim_subject').select('provider_kind').where('id', '=', id).executeTakeFirst();

test('T1 a check of a business says whether it is one person or an organisation', async () => {
  const made = await makeAssigned(service);
  for (const providerKind of [undefined, null])
    expect(await check(service, made, { ...licence, providerKind })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'providerKind', code: 'required' }] },
    });
  expect(await check(service, made, { ...licence, providerKind: 'individual' })).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'providerKind', code: 'provider_kind_differs' }] },
  });
  expect(await check(service, made, { ...licence, providerKind: 'organisation' })).toMatchObject({
    status: 201,
    body: { providerKind: 'organisation' },
  });
});

test('a check that confirms another kind fails, and names no subject', async () => {
  const made = await makeAssigned(service);
  const failed = { ...licence, result: 'failed', subjectId: null, providerKind: null };
  expect(await check(service, made, failed)).toMatchObject({ status: 201, body: { providerKind: null } });
});

test('a check of a person names no kind of provider', async () => {
  const made = await makeAssigned(service);
  expect(await check(service, made, { requirementKey: 'identity', providerKind: 'individual' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'providerKind', code: 'not_allowed' }] },
  });
});

test('a name of an earlier release takes its kind from a snapshot, once', async () => {
  const made = await makeAssigned(service);
  const { providerId } = made;
  await endSubject(service, providerId, 'business');
  const subjectId = await nameSubject(service, providerId, 'business', { kind: null });
  // Nothing is known to compare with.
  expect((await check(service, made, { ...licence, providerKind: 'organisation' })).status).toBe(201);
  const named = { subjectId, providerId, about: 'business' as const, occurredAt: service.clock.now.toISOString() };
  for (const providerKind of ['individual', 'organisation'] as const)
    await service.deliver(claimSubjectSnapshot, { ...named, providerKind });
  expect(await kindOf(await subjectOf(service, made.caseId, 'licence'))).toEqual({ provider_kind: 'individual' });
  const other = { ...licence, providerKind: 'organisation' };
  expect((await check(service, made, other)).status).toBe(409);
});

test('T1 the database refuses a check of another kind, and another kind of a name', async () => {
  const made = await makeAssigned(service);
  expect((await check(service, made, licence)).status).toBe(201);
  const copy = service.db.pool.query(
    `insert into case_check (id, case_id, requirement_key, evidence_version_id, subject_id, provider_kind, requirement_version_id, method,
      result, limitations, reason, checked_by, checked_at)
    select gen_random_uuid(), case_id, requirement_key, evidence_version_id, subject_id, 'individual', requirement_version_id, method,
      result, limitations, reason, checked_by, checked_at
    from case_check where case_id = $1`,
    [made.caseId],
  );
  await expect(copy).rejects.toThrow('another kind of provider');
  const subjectId = await subjectOf(service, made.caseId, 'licence');
  const change = service.db.pool.query(`update claim_subject set provider_kind = 'individual' where id = $1`, [
    subjectId,
  ]);
  await expect(change).rejects.toThrow('keeps its kind');
});
