import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSilentReview, versionsOf } from '../../../test/earlier-evidence.ts';
import { check, decide, granting, makeAssigned, read, reason, recommend } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 3 });
});
afterAll(() => service[Symbol.asyncDispose]());

/** The provider has sent new documents into the review. */
async function makeReplaced() {
  const silent = await makeSilentReview(service);
  const made = await makeAssigned(service, silent);
  const [, licence] = await versionsOf(service, { caseId: silent.firstCaseId });
  await read(service, made.reviewer, made.caseId, [licence?.id ?? '']);
  const ofClaim = { requirementKey: 'licence', evidenceVersionId: licence?.id };
  return { ...silent, ...made, ofClaim, licenceId: silent.granted.claims[1].claimId as string };
}

const stateOf = async (id: string) =>
  (await service.db.selectFrom('claim').select('state').where('id', '=', id).executeTakeFirst())?.state;

test('while nothing was sent, a review shows no document of the claim beside it', async () => {
  const { caseId } = await makeSilentReview(service);
  const { body } = await service.get(`/verification-cases/${caseId}`, { actor: operator('triage') });
  expect(body.requirements).toMatchObject([{ claimEvidence: null }, { claimEvidence: null }]);
});

test('a review shows, announces and lets check the document of the claim beside the new one', async () => {
  const made = await makeReplaced();
  const { body } = await service.get(`/verification-cases/${made.caseId}`, { actor: made.reviewer });
  const { evidenceVersionId } = made.ofClaim;
  expect(body.requirements[1].claimEvidence).toMatchObject({ evidenceVersionId, sentInCaseId: made.firstCaseId });
  const last = (await service.emitted(caseChanged)).findLast(({ caseId }) => caseId === made.caseId);
  expect(last?.earlierVersionIds).toContain(evidenceVersionId);
  expect((await check(service, made, made.ofClaim)).status).toBe(201);
  const stranger = { requirementKey: 'identity', evidenceVersionId };
  expect((await check(service, made, stranger)).status).toBe(409);
});

test('a failed check of the document of the claim refuses it, whatever came since, and doubts it gravely', async () => {
  const made = await makeReplaced();
  expect((await check(service, made, { ...made.ofClaim, result: 'failed' })).status).toBe(201);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  const forged = ['document_not_authentic'];
  expect((await recommend(service, made, { reasonCodes: forged })).status).toBe(201);
  const decider = await service.known(operator('decider'));
  const body = { duty: 'decide', reason };
  expect((await service.post(`/verification-cases/${made.caseId}/assign`, { actor: decider, body })).status).toBe(200);
  const { evidenceVersionId } = made.ofClaim;
  const naming = (result: string, more: object = { evidenceVersionId }) => [
    ...granting('identity_confirmed'),
    { type: 'licence_confirmed', result, ...more },
  ];
  const attempt = (claims: unknown, because: object = { reasonCodes: forged }) =>
    decide(service, made.caseId, { actor: decider, claims, ...because });
  // The decision rests on the failed document, so it names that one, whatever else is shown.
  expect(await attempt(naming('refused', {}))).toMatchObject({
    status: 409,
    body: {
      errors: [{ field: 'claims.1.evidenceVersionId', code: 'evidence_changed', allowed: [evidenceVersionId] }],
    },
  });
  expect(await attempt(naming('refused'))).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'claims.1.evidenceVersionId', code: 'not_read' }] },
  });
  await read(service, decider, made.caseId, [evidenceVersionId ?? '']);
  expect(await attempt(naming('granted'), {})).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'claims.1.result', code: 'check_failed' }] },
  });
  const claims = naming('refused');
  const decided = await decide(service, made.caseId, { actor: decider, claims, reasonCodes: forged });
  expect(decided).toMatchObject({
    status: 201,
    body: { claims: [{}, { result: 'refused', evidenceVersionId: made.ofClaim.evidenceVersionId }] },
  });
  expect(await stateOf(made.licenceId)).toBe('suspended');
});

test('a later check that clears the document of the claim lifts its failed one', async () => {
  const made = await makeReplaced();
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  for (const result of ['failed', 'clear']) await check(service, made, { ...made.ofClaim, result });
  expect((await recommend(service, made)).status).toBe(201);
  expect((await decide(service, made.caseId)).status).toBe(201);
});
