import { auditRecorded } from '@trust/contracts/events/any';
import { evidenceSubmittedElsewhere } from '@trust/contracts/events/evidence';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAppeal, makeAppealInReview, makeDecided, recommendAppeal } from '../../../test/appeals.ts';
import {
  check,
  currentVersions,
  decide,
  granting,
  makeAssigned,
  makeRecommended,
  recommend,
} from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type Made = Awaited<ReturnType<typeof makeAssigned>>;
const requirementKey = 'identity';
const sharedContentReason = 'The same person has two businesses, as both registers show.';
const refused = (field: string) => ({
  status: 409,
  body: {
    type: 'http://trust.test/problems/check-not-explained',
    errors: [{ field, code: 'submitted_elsewhere' }],
  },
});
async function share({ caseId }: Pick<Made, 'caseId'>, key = requirementKey): Promise<void> {
  const evidenceVersionId = (await currentVersions(service, caseId)).get(key) ?? '';
  await service.deliver(evidenceSubmittedElsewhere, {
    evidenceVersionId,
    occurredAt: service.clock.now.toISOString(),
  });
}
const sharedOf = async ({ caseId }: Made, actor = operator('supervisor')) =>
  (await service.get(`/verification-cases/${caseId}`, { actor })).body.requirements.map(
    (one: { evidence: { isSubmittedElsewhere: boolean } }) => one.evidence.isSubmittedElsewhere,
  );
const checkBoth = async (made: Made) => {
  for (const key of [requirementKey, 'licence'])
    expect((await check(service, made, { requirementKey: key })).status).toBe(201);
};

test('T1 a document that another provider submitted too confirms a claim only with a reason', async () => {
  const made = await makeAssigned(service);
  expect(await sharedOf(made)).toEqual([false, false]);
  for (let time = 0; time < 2; time++) await share(made);
  expect(await sharedOf(made)).toEqual([true, false]);
  for (const result of ['clear', 'consider'])
    expect(await check(service, made, { requirementKey, result })).toMatchObject(refused('sharedContentReason'));
  expect((await check(service, made, { requirementKey, result: 'failed' })).status).toBe(201);
  const checked = await check(service, made, { requirementKey, sharedContentReason });
  expect(checked).toMatchObject({ status: 201, body: { sharedContentReason } });
  const other = await check(service, made, { requirementKey: 'licence', sharedContentReason });
  expect(other).toMatchObject({ status: 201, body: { sharedContentReason: null } });
  const entries = (await service.emitted(auditRecorded.verification)).filter(({ action }) => action === 'createCheck');
  expect(entries.at(-2)).toMatchObject({ objectId: made.caseId, after: { sharedContentReason } });
  expect((await recommend(service, made)).status).toBe(201);
  const own = await service.get(`/verification-cases/${made.caseId}`, { actor: made.owner });
  expect(JSON.stringify(own.body)).not.toMatch(/businesses|SubmittedElsewhere/);
});

test('T1 a copy that arrives after the check is explained before a recommendation; who decides sees it', async () => {
  const [made, recommended] = [await makeAssigned(service), await makeAssigned(service)];
  for (const one of [made, recommended]) await checkBoth(one);
  expect((await recommend(service, recommended)).status).toBe(201);
  for (const one of [made, recommended]) await share(one);
  expect(await recommend(service, made)).toMatchObject(refused('requirements.identity'));
  expect((await check(service, made, { requirementKey, sharedContentReason })).status).toBe(201);
  expect((await recommend(service, made)).status).toBe(201);
  // Nobody keeps another provider from a decision by sending a copy of its document.
  expect(await sharedOf(recommended, operator('decider'))).toEqual([true, false]);
  expect((await decide(service, recommended.caseId)).status).toBe(201);
});

test('T1 an appeal grants a claim on a document of two providers only after a check that says why', async () => {
  const made = await makeDecided(service);
  await service.known(operator('decider'));
  await share(made, 'licence');
  const appealed = await makeAppealInReview(service, made);
  expect(await recommendAppeal(service, appealed)).toMatchObject(refused('claims.1.result'));
  expect((await checkAppeal(service, appealed, { sharedContentReason })).status).toBe(201);
  expect((await recommendAppeal(service, appealed)).status).toBe(201);
});

test('an appeal that refuses the claim on a document of two providers needs no reason', async () => {
  const made = await makeRecommended(service);
  const [decider] = [operator('decider'), await service.known(operator('decider'))];
  const nothing = { outcome: 'not_verified', claims: [], reasonCodes: ['document_incomplete'] };
  const { status, body } = await decide(service, made.caseId, { actor: decider, ...nothing });
  expect(status).toBe(201);
  await share(made, 'licence');
  const appealed = await makeAppealInReview(service, { ...made, decider, decisionId: body.id });
  const claims = [...granting('identity_confirmed'), { type: 'licence_confirmed', result: 'refused' }];
  const partly = { outcome: 'partly_overturned', claims, reasonCodes: ['document_incomplete'] };
  expect(await recommendAppeal(service, appealed, partly)).toMatchObject({ status: 201 });
});

test('T1 the database refuses a check of a shared document without the reason', async () => {
  const made = await makeAssigned(service);
  const { id } = (await check(service, made, { requirementKey })).body;
  await share(made);
  const { position: _generated, ...row } = await service.db
    .selectFrom('case_check')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const insert = (changes: object) =>
    service.db
      .insertInto('case_check')
      .values({ ...row, id: service.app.newId(), ...changes })
      .execute();
  await expect(insert({})).rejects.toMatchObject({ constraint: 'shared_content_has_reason' });
  await insert({ shared_content_reason: sharedContentReason });
  await insert({ result: 'failed' });
});
