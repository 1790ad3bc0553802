import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppealInReview, makeDecided, overturnAppeal, overturning } from '../../../test/appeals.ts';
import { loseEvidence } from '../../../test/earlier-evidence.ts';
import { check, decide, granting, makeAssigned, makeRecommended, pass, recommend, submit } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const refused = (index: number, code: string) => ({
  status: 400,
  body: { errors: [{ field: `reasonCodes.${index}`, code }] },
});
const forged = ['documents_consistent', 'document_not_authentic'];

test.each(['consider', 'failed'] as const)(
  'returns 400 for `all_checks_clear` after a check that is %s',
  async (result) => {
    const made = await makeAssigned(service);
    await check(service, made, { requirementKey: 'identity' });
    await check(service, made, { requirementKey: 'licence', result });
    const reasonCodes = ['documents_consistent', 'all_checks_clear'];
    expect(await recommend(service, made, { reasonCodes })).toMatchObject(refused(1, 'check_not_clear'));
    expect((await recommend(service, made)).status).toBe(201);
    expect(await decide(service, made.caseId, { reasonCodes })).toMatchObject(refused(1, 'check_not_clear'));
  },
);

test('T2 a finding that somebody else replaced stays in the case, and `all_checks_clear` contradicts it', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity' });
  await check(service, made, { requirementKey: 'licence', result: 'failed' });
  const triage = operator('triage');
  const reviewer = operator('reviewer');
  await service.known(reviewer);
  const body = { assigneeId: reviewer.userId, duty: 'review', reason: 'The first one has too much to do.' };
  expect((await service.post(`/verification-cases/${made.caseId}/assign`, { actor: triage, body })).status).toBe(200);
  const next = { ...made, reviewer };
  await check(service, next, { requirementKey: 'identity', result: 'consider' });
  for (const requirementKey of ['identity', 'licence']) await check(service, next, { requirementKey });
  const seen = await service.get(`/verification-cases/${made.caseId}`, { actor: triage });
  expect(seen.body.requirements).toMatchObject([
    { key: 'identity', doubts: [] },
    { key: 'licence', check: { result: 'clear' }, doubts: [{ result: 'failed', checkerId: made.reviewer.userId }] },
  ]);
  const reasonCodes = ['all_checks_clear'];
  expect(await recommend(service, next, { reasonCodes })).toMatchObject(refused(0, 'check_not_clear'));
  expect((await recommend(service, next)).status).toBe(201);
  expect(await decide(service, made.caseId, { reasonCodes })).toMatchObject(refused(0, 'check_not_clear'));
});

test('T2 a failed check of a document that its provider withdrew stays in the case', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity' });
  await check(service, made, { requirementKey: 'licence', result: 'failed' });
  await loseEvidence(service, made, 'withdrawn');
  for (const key of ['identity', 'licence']) await pass(service, await submit(service, made, made.caseId, key));
  const again = { actor: made.reviewer, body: { reason: 'Everything is there again.' } };
  await service.post(`/verification-cases/${made.caseId}/start-review`, again);
  for (const requirementKey of ['identity', 'licence'])
    expect((await check(service, made, { requirementKey })).status).toBe(201);
  const seen = await service.get(`/verification-cases/${made.caseId}`, { actor: made.reviewer });
  expect(seen.body.requirements).toMatchObject([
    { key: 'identity', doubts: [] },
    { key: 'licence', check: { result: 'clear' }, doubts: [{ result: 'failed' }] },
  ]);
  const reasonCodes = ['all_checks_clear'];
  expect(await recommend(service, made, { reasonCodes })).toMatchObject(refused(0, 'check_not_clear'));
  expect((await recommend(service, made)).status).toBe(201);
  expect(await decide(service, made.caseId, { reasonCodes })).toMatchObject(refused(0, 'check_not_clear'));
});

test('returns 400 for a reason that contradicts an outcome which grants everything', async () => {
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  expect(await recommend(service, made, { reasonCodes: forged })).toMatchObject(refused(1, 'contradicts_outcome'));
  const limited = { outcome: 'verified_with_limitations' };
  expect((await recommend(service, made, { ...limited, limitations: ['Indoors only.'] })).status).toBe(201);
  const contradiction = refused(1, 'contradicts_outcome');
  expect(await decide(service, made.caseId, { reasonCodes: forged })).toMatchObject(contradiction);
  expect(await decide(service, made.caseId, { ...limited, reasonCodes: forged })).toMatchObject(contradiction);
  const scope = ['scope_not_covered'];
  expect(await decide(service, made.caseId, { reasonCodes: scope })).toMatchObject(refused(0, 'contradicts_outcome'));
  expect((await decide(service, made.caseId, { ...limited, reasonCodes: scope })).status).toBe(201);
});

test('a reason may say why one of several claims was not granted', async () => {
  const made = await makeRecommended(service, { results: { licence: 'failed' } });
  const claims = granting('identity_confirmed');
  expect((await decide(service, made.caseId, { claims, reasonCodes: forged })).status).toBe(201);
});

test('returns 400 for `all_checks_clear` with an outcome that grants nothing', async () => {
  const made = await makeRecommended(service);
  const nothing = { outcome: 'not_verified', claims: [], reasonCodes: ['all_checks_clear'] };
  expect(await decide(service, made.caseId, nothing)).toMatchObject(refused(0, 'contradicts_outcome'));
});

test('returns 400 for such a reason of an appeal that overturns a decision', async () => {
  const made = await makeAppealInReview(service, await makeDecided(service));
  const answer = await overturnAppeal(service, made, { ...overturning, reasonCodes: forged });
  expect(answer).toMatchObject(refused(1, 'contradicts_outcome'));
  expect((await overturnAppeal(service, made, overturning)).status).toBe(201);
});
