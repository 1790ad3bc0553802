import { auditRecorded, workNotificationRequested } from '@trust/contracts/events/any';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, makeAssigned, recommend } from '../../../test/make.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type Made = Awaited<ReturnType<typeof makeAssigned>>;
const requirementKey = 'identity';
const earlierDocumentReason = 'The name had a typing error only; the document shows the present spelling.';
const refused = {
  status: 409,
  body: {
    type: 'http://trust.test/problems/document-of-earlier-subject',
    errors: [{ field: 'earlierDocumentReason', code: 'earlier_document' }],
  },
};

/** The person responsible is replaced after their document was sent. */
async function replacePerson({ providerId }: Made): Promise<string> {
  service.advanceClock(60_000);
  await endSubject(service, providerId, 'person');
  return nameSubject(service, providerId, 'person');
}
const earlier = { code: 'earlier_document' };
async function checkBoth(made: Made): Promise<void> {
  for (const key of ['identity', 'licence'])
    expect((await check(service, made, { requirementKey: key })).status).toBe(201);
}
async function endedBefore({ providerId }: Made): Promise<void> {
  service.advanceClock(60_000);
  const { now } = service.clock;
  const row = { id: service.app.newId(), provider_id: providerId, about: 'person' as const };
  await service.db
    .insertInto('claim_subject')
    .values({ ...row, named_at: now, ended_at: now })
    .execute();
}
const caseOf = async ({ caseId, reviewer }: Made) =>
  (await service.get(`/verification-cases/${caseId}`, { actor: reviewer })).body;
const evidenceOf = async (made: Made) =>
  (await caseOf(made)).requirements.map((one: { key: string; evidence: { predatesSubject: boolean } }) => [
    one.key,
    one.evidence.predatesSubject,
  ]);

test('T1 a document of the person before confirms the next one only with a reason', async () => {
  const made = await makeAssigned(service);
  expect(await evidenceOf(made)).toEqual([
    ['identity', false],
    ['licence', false],
  ]);
  await replacePerson(made);
  expect(await evidenceOf(made)).toEqual([
    ['identity', true],
    ['licence', false],
  ]);
  for (const result of ['clear', 'consider'])
    expect(await check(service, made, { requirementKey, result })).toMatchObject(refused);
  expect((await check(service, made, { requirementKey, result: 'failed' })).status).toBe(201);
  expect((await check(service, made, { requirementKey: 'licence' })).status).toBe(201);
  const { status, body } = await check(service, made, { requirementKey, earlierDocumentReason });
  expect([status, body.earlierDocumentReason]).toEqual([201, earlierDocumentReason]);
  const entries = (await service.emitted(auditRecorded.verification)).filter(({ action }) => action === 'createCheck');
  expect(entries.at(-1)).toMatchObject({ objectId: made.caseId, after: { earlierDocumentReason } });
});

test('T1 the operators of a case read why an earlier document confirms the present subject', async () => {
  const made = await makeAssigned(service);
  await replacePerson(made);
  await check(service, made, { requirementKey, earlierDocumentReason });
  const shown = { requirements: [{ check: { earlierDocumentReason } }, {}] };
  expect(await caseOf(made)).toMatchObject(shown);
  const checks = await service.get(`/verification-cases/${made.caseId}/checks`, { actor: operator('supervisor') });
  expect(checks.body.items).toMatchObject([{ earlierDocumentReason }]);
  const own = await service.get(`/verification-cases/${made.caseId}`, { actor: made.owner });
  expect(own.status).toBe(200);
  expect(JSON.stringify(own.body)).not.toMatch(/typing error|predatesSubject/);
});

test('a document of the present subject needs no reason, and keeps none', async () => {
  const made = await makeAssigned(service);
  const checked = await check(service, made, { requirementKey, earlierDocumentReason });
  expect(checked).toMatchObject({ status: 201, body: { earlierDocumentReason: null } });
});

test('T1 the database refuses an earlier document without a reason', async () => {
  const made = await makeAssigned(service);
  const { id } = (await check(service, made, { requirementKey })).body;
  const subject_id = await replacePerson(made);
  const { position: _generated, ...row } = await service.db
    .selectFrom('case_check')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const insert = (changes: object) =>
    service.db
      .insertInto('case_check')
      .values({ ...row, id: service.app.newId(), subject_id, ...changes })
      .execute();
  await expect(insert({})).rejects.toMatchObject({ constraint: 'earlier_document_has_reason' });
  await insert({ earlier_document_reason: earlierDocumentReason });
  await insert({ result: 'failed' });
});

test('T1 a check without a reason is neither recommended nor granted on an earlier document', async () => {
  const [made, recommended] = [await makeAssigned(service), await makeAssigned(service)];
  for (const one of [made, recommended]) await checkBoth(one);
  expect((await recommend(service, recommended)).status).toBe(201);
  // As of a check from before the rule: the subject that it names is the present one.
  for (const one of [made, recommended]) await endedBefore(one);
  const problem = (field: string) => ({ ...refused, body: { ...refused.body, errors: [{ ...earlier, field }] } });
  expect(await recommend(service, made)).toMatchObject(problem('requirements.identity'));
  expect(await decide(service, recommended.caseId)).toMatchObject(problem('claims.0.result'));
  const claims = [
    { type: 'identity_confirmed', result: 'refused' },
    { type: 'licence_confirmed', result: 'granted' },
  ];
  expect((await decide(service, recommended.caseId, { claims })).status).toBe(201);
  expect((await check(service, made, { requirementKey, earlierDocumentReason })).status).toBe(201);
  expect((await recommend(service, made)).status).toBe(201);
  expect((await decide(service, made.caseId)).status).toBe(201);
});

test('T3 an assignee is told of a replacement once, also if the hour turns between its two events', async () => {
  const made = await makeAssigned(service);
  await endSubject(service, made.providerId, 'person');
  const replacedAt = service.clock.now;
  service.advanceClock(3600);
  await nameSubject(service, made.providerId, 'person', { at: replacedAt });
  const told = (await service.emitted(workNotificationRequested.verification)).filter(
    ({ subjectId, template }) => subjectId === made.caseId && template === 'subject_changed',
  );
  expect(told).toHaveLength(1);
});

test('T3 who holds a duty is told that what the case is about changed, once in a clock hour', async () => {
  const [made, other] = [await makeAssigned(service), await makeAssigned(service)];
  const told = async ({ caseId }: Made) =>
    (await service.emitted(workNotificationRequested.verification)).filter(
      ({ subjectId, template }) => subjectId === caseId && template === 'subject_changed',
    );
  await replacePerson(made);
  const notice = { userId: made.reviewer.userId, template: 'subject_changed', subjectType: 'verification_case' };
  expect(await told(made)).toEqual([{ ...notice, subjectId: made.caseId }]);
  const hour = 3600;
  const untilNextHour = () => service.advanceClock(hour - (Math.floor(service.clock.now.getTime() / 1000) % hour));
  untilNextHour();
  await endSubject(service, made.providerId, 'business');
  expect(await told(made)).toHaveLength(2);
  service.advanceClock(hour - 1);
  await nameSubject(service, made.providerId, 'business');
  expect(await told(made)).toHaveLength(2);
  untilNextHour();
  await nameSubject(service, made.providerId, 'premises');
  expect(await told(made)).toHaveLength(2);
  await endSubject(service, made.providerId, 'business');
  await nameSubject(service, made.providerId, 'business');
  expect(await told(made)).toHaveLength(3);
  expect(await told(other)).toEqual([]);
});
