import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, makeAssigned, recommend } from '../../../test/make.ts';
import { assignDutyRaw, insertDecisionRaw } from '../../../test/raw-decision.ts';
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
