import { caseChanged } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { decideCase } from '../../../test/decide-case.ts';
import { decide, granting, makeAssigned, makeRecommended } from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const partly = { claims: granting('identity_confirmed') };

const refuseLicence = (decision: object = { ...partly, reasonCodes: ['document_not_authentic'] }) =>
  decideCase(service, { results: { licence: 'failed' }, ...decision });

test('events of a case say when a document was refused for good, by a decision or a final mark', async () => {
  const announced = async (caseId: string) =>
    (await service.emitted(caseChanged)).findLast((one) => one.caseId === caseId)?.refusedForGoodAt;
  const refused = await refuseLicence();
  const at = service.clock.now.toISOString();
  expect(await announced(refused.caseId)).toBe(at);
  const curable = await refuseLicence({ ...partly, reasonCodes: ['document_expired'] });
  expect(await announced(curable.caseId)).toBeUndefined();

  const made = await makeAssigned(service);
  expect(await announced(made.caseId)).toBeUndefined();
  service.advanceClock(60);
  const markedAt = service.clock.now.toISOString();
  await requestCorrection(service, made, ['licence', ['identity', 'document_not_authentic']]);
  expect(await announced(made.caseId)).toBe(markedAt);
  service.advanceClock(60);
  await service.post(`/verification-cases/${made.caseId}/withdraw`, { actor: made.owner, body: {} });
  expect(await announced(made.caseId)).toBe(markedAt);

  const appealed = await makeAppealInReview(service, refused);
  expect(await announced(refused.caseId)).toBe(at);
  const claims = [...granting('identity_confirmed'), { type: 'licence_confirmed', result: 'refused' }];
  const body = { outcome: 'partly_overturned', claims, caseOutcome: 'verified', reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, body)).toMatchObject({ status: 201 });
  expect(await announced(refused.caseId)).toBeUndefined();
});

test('events of a case say when its outcome was decided, after an appeal that of the new decision', async () => {
  const announced = async (caseId: string) =>
    (await service.emitted(caseChanged)).filter((one) => one.caseId === caseId).map(({ decidedAt }) => decidedAt);
  const made = await refuseLicence();
  const decided = service.clock.now.toISOString();
  expect((await announced(made.caseId)).slice(-2)).toEqual([undefined, decided]);
  service.advanceClock(60);
  const appealed = await makeAppealInReview(service, made);
  expect((await announced(made.caseId)).at(-1)).toBe(decided);
  const claims = [...granting('identity_confirmed'), { type: 'licence_confirmed', result: 'refused' }];
  const body = { outcome: 'partly_overturned', claims, caseOutcome: 'verified', reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, body)).toMatchObject({ status: 201 });
  expect((await announced(made.caseId)).at(-1)).toBe(service.clock.now.toISOString());
});

test('events of a case say nothing of what another case of the provider refused', async () => {
  const refused = await makeRecommended(service, { results: { licence: 'failed' } });
  const other = await makeRecommended(service, { provider: await addCategory(service, refused) });
  service.advanceClock(60);
  const forged = { ...partly, reasonCodes: ['document_not_authentic'] };
  expect((await decide(service, refused.caseId, forged)).status).toBe(201);
  expect((await decide(service, other.caseId, partly)).status).toBe(201);
  const last = (await service.emitted(caseChanged)).findLast(({ caseId }) => caseId === other.caseId);
  expect(last).toMatchObject({ state: 'decided' });
  expect(last?.refusedForGoodAt).toBeUndefined();
});
