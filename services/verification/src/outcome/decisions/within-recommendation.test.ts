import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, granting, makeAssigned, recommend } from '../../../test/make.ts';
import { assignDutyRaw, decideRaw, insertDecisionRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

async function makeDoubted() {
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence'])
    await check(service, made, { requirementKey, result: 'consider' });
  const doubted = { outcome: 'not_verified', reasonCodes: ['document_not_authentic'] };
  expect((await recommend(service, made, doubted)).status).toBe(201);
  return made;
}

test('Z3 a decision grants nothing that the reviewer did not recommend, and can stay undecided', async () => {
  const { caseId } = await makeDoubted();
  expect(await decide(service, caseId)).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'outcome', code: 'not_recommended' }] },
  });
  const refused = ['identity_confirmed', 'licence_confirmed'].map((type) => ({ type, result: 'refused' }));
  expect((await decide(service, caseId, { outcome: 'inconclusive', claims: refused })).status).toBe(201);
});

test('Z3 the database rejects a grant that the reviewer did not recommend', async () => {
  const { caseId } = await makeDoubted();
  const deciderId = await assignDutyRaw(service, caseId);
  const granted = service.db.transact((trx) => insertDecisionRaw(trx, caseId, deciderId, 'verified'));
  await expect(granted).rejects.toThrow(/if the reviewer recommended it/);
});

async function makeAdvisedAgainst() {
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence'])
    await check(service, made, { requirementKey, result: 'consider' });
  const advice = { outcome: 'verified', refusedClaims: ['licence_confirmed'], reasonCodes: ['copy_only'] };
  expect(await recommend(service, made, advice)).toMatchObject({
    status: 201,
    body: { refusedClaims: ['licence_confirmed'] },
  });
  return made;
}

test('Z3 a decision does not grant a single claim that the reviewer advised against', async () => {
  const { caseId } = await makeAdvisedAgainst();
  expect(await decide(service, caseId)).toMatchObject({
    status: 409,
    body: { errors: [{ field: 'claims.1.result', code: 'not_recommended' }] },
  });
  expect((await decide(service, caseId, { claims: granting('identity_confirmed') })).status).toBe(201);
});

test('a recommendation to grant says which doubtful claims not to grant', async () => {
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence'])
    await check(service, made, { requirementKey, result: 'consider' });
  const silent = { outcome: 'verified', refusedClaims: undefined, reasonCodes: ['copy_only'] };
  expect(await recommend(service, made, silent)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'refusedClaims', code: 'required' }] },
  });
});

test('Z3 the database rejects such a claim, and a recommendation names types of its case', async () => {
  const { caseId } = await makeAdvisedAgainst();
  const deciderId = await assignDutyRaw(service, caseId);
  const raw = { granted: ['licence'], claims: ['licence_confirmed'] };
  await expect(service.db.transact((trx) => decideRaw(trx, { caseId, deciderId }, raw))).rejects.toThrow(
    /a claim is recommended/,
  );
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  expect(await recommend(service, made, { refusedClaims: ['none'] })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'refusedClaims.0', code: 'unknown_claim_type' }] },
  });
});
