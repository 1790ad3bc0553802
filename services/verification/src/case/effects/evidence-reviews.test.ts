import { caseChanged } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAppeal, makeAppealInReview, makeDecided, overturnAppeal, overturning } from '../../../test/appeals.ts';
import { check, decide, granting, makeAssigned, pass, reason, recommend, submit } from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Returns what the case says of its documents, by requirement, oldest document first. */
async function reviews(caseId: string): Promise<string[]> {
  const last = (await service.emitted(caseChanged)).findLast((one) => one.caseId === caseId);
  const versions = await service.db
    .selectFrom('evidence_version')
    .select(['id', 'requirement_key'])
    .where('case_id', '=', caseId)
    .orderBy('requirement_key')
    .orderBy('confirmed_at')
    .execute();
  const said = new Map(last?.evidenceReviews?.map(({ evidenceVersionId, review }) => [evidenceVersionId, review]));
  return versions.map(({ id, requirement_key }) => `${requirement_key}: ${said.get(id) ?? 'unreviewed'}`);
}

test('a marked document waits for correction until the mark is withdrawn or another document replaces it', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity', result: 'failed' });
  expect(await reviews(made.caseId)).toEqual(['identity: unreviewed', 'licence: unreviewed']);
  const { body } = await requestCorrection(service, made, ['licence', ['identity', 'register_contradicts']]);
  expect(await reviews(made.caseId)).toEqual(['identity: rejected', 'licence: correction_requested']);
  const path = `/verification-cases/${made.caseId}/correction-requests/${body.id}/withdraw`;
  expect((await service.post(path, { actor: made.reviewer, body: { reason } })).status).toBe(200);
  expect(await reviews(made.caseId)).toEqual(['identity: unreviewed', 'licence: unreviewed']);

  await requestCorrection(service, made, ['licence']);
  service.advanceClock(60);
  await pass(service, await submit(service, made, made.caseId, 'licence'));
  expect(await reviews(made.caseId)).toEqual([
    'identity: unreviewed',
    'licence: correction_requested',
    'licence: unreviewed',
  ]);
});

test('a decision accepts what it rests on and rejects what failed', async () => {
  const made = await makeAssigned(service);
  await check(service, made, { requirementKey: 'identity' });
  await check(service, made, { requirementKey: 'licence', result: 'failed' });
  await recommend(service, made);
  expect(await reviews(made.caseId)).toEqual(['identity: unreviewed', 'licence: unreviewed']);
  await decide(service, made.caseId, { claims: granting('identity_confirmed') });
  expect(await reviews(made.caseId)).toEqual(['identity: accepted', 'licence: rejected']);
});

test('the decision on an appeal judges its new evidence', async () => {
  const made = await makeDecided(service);
  const appealed = await makeAppealInReview(service, made, { newEvidenceFor: ['licence'] });
  const evidenceCaseId = appealed.evidenceCaseId ?? '';
  await pass(service, await submit(service, made, evidenceCaseId, 'licence'));
  expect((await checkAppeal(service, appealed)).status).toBe(201);
  expect(await reviews(evidenceCaseId)).toEqual(['licence: unreviewed']);
  expect((await overturnAppeal(service, appealed, overturning)).status).toBe(201);
  expect(await reviews(evidenceCaseId)).toEqual(['licence: accepted']);
});
