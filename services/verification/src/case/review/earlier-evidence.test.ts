import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { representativeEnded } from '@trust/contracts/events/representatives';
import { caseChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppealInReview, overturnAppeal, overturning } from '../../../test/appeals.ts';
import { loseEvidence, makeSilentReview, versionsOf } from '../../../test/earlier-evidence.ts';
import {
  caseOf,
  check,
  decide,
  granting,
  makeRecommended,
  openReview,
  pass,
  reason,
  recommend,
  submit,
} from '../../../test/make.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { assignDutyRaw, insertDecisionRaw, insertLineRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { listRefusals } from '../refusals/queries.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type Review = Awaited<ReturnType<typeof makeSilentReview>>;

const start = (caseId: string, actor = operator('reviewer')) =>
  service.post(`/verification-cases/${caseId}/start-review`, { actor, body: { reason } });
const announced = async (of: string) =>
  (await service.emitted(caseChanged)).findLast(({ caseId }) => caseId === of)?.earlierVersionIds;

async function begun(made: Review) {
  const reviewer = operator('reviewer');
  const { status, body } = await start(made.caseId, reviewer);
  expect(status).toBe(200);
  return { ...made, reviewer, body };
}

async function recommended(made: Review) {
  const review = await begun(made);
  for (const requirementKey of ['identity', 'licence'])
    expect((await check(service, review, { requirementKey })).status).toBe(201);
  expect((await recommend(service, review)).status).toBe(201);
  return review;
}

test('a review of a silent provider is judged on the documents of its claims, and confirms them to the end', async () => {
  const made = await makeSilentReview(service);
  const review = await recommended(made);
  const versions = (await versionsOf(service, { caseId: made.firstCaseId })).map(({ id }) => id);
  expect(review.body.requirements).toMatchObject(
    versions.map((evidenceVersionId) => ({
      status: 'available',
      evidence: { evidenceVersionId, sentInCaseId: made.firstCaseId, state: 'available' },
    })),
  );
  expect(await announced(made.caseId)).toEqual(versions);
  expect(
    (await service.emitted(auditRecorded.verification)).find(
      ({ action, objectId }) => action === 'startReview' && objectId === made.caseId,
    ),
  ).toMatchObject({ after: { state: 'in_review', earlierEvidence: 'identity, licence' } });

  const decided = await decide(service, made.caseId);
  const ends = ({ claims }: { claims: { validUntil: string }[] }) => claims.map(({ validUntil }) => validUntil);
  expect(decided.status).toBe(201);
  expect(ends(decided.body)).toEqual(ends(made.granted));
  await openReview(service, made);
  const again = await recommended({ ...made, caseId: (await caseOf(service, made)).id });
  expect(again.body.requirements[0].evidence.sentInCaseId).toBe(made.firstCaseId);
  expect(ends((await decide(service, again.caseId)).body)).toEqual(ends(made.granted));
});

test('a newer document comes before the earlier one and gives its own validity', async () => {
  const made = await makeSilentReview(service);
  await pass(service, await submit(service, made, made.caseId, 'identity'));
  const review = await recommended(made);
  expect(review.body.requirements).toMatchObject([
    { evidence: { sentInCaseId: made.caseId } },
    { evidence: { sentInCaseId: made.firstCaseId } },
  ]);
  const { claims } = (await decide(service, made.caseId)).body;
  expect(Date.parse(claims[0].validUntil)).toBe(service.clock.now.getTime() + 365 * 86_400_000);
  expect(claims[1].validUntil).toBe(made.granted.claims[1].validUntil);
});

const withoutEvidence = [
  { key: 'identity', status: 'missing', evidence: null },
  { key: 'licence', status: 'missing', evidence: null },
];

test.each(['lost', 'withdrawn'] as const)('a review has no document that was %s', async (state) => {
  const made = await makeSilentReview(service);
  await loseEvidence(service, { ...made, caseId: made.firstCaseId }, state);
  expect((await begun(made)).body.requirements).toMatchObject(withoutEvidence);
  expect(await announced(made.caseId)).toEqual([]);
});

function freeze(targetId: string) {
  const at = service.clock.now;
  const times = { startedAt: at.toISOString(), occurredAt: at.toISOString() };
  const endsAt = new Date(at.getTime() + 3_600_000).toISOString();
  return service.deliver(emergencyActionChanged, {
    ...{ ...times, actionId: randomUUID(), kind: 'freeze_case' as const, targetId, endsAt },
  });
}

test('a review opened during a freeze begins on the documents that the freeze kept back', async () => {
  const first = await makeRecommended(service);
  const granted = (await decide(service, first.caseId)).body;
  await freeze(first.caseId);
  await openReview(service, first);
  service.advanceClock(3600);
  const { id: caseId } = await caseOf(service, first);
  const review = await recommended({ ...first, firstCaseId: first.caseId, caseId, granted });
  expect(review.body.requirements.map((one: { key: string }) => one.key)).toEqual(['identity', 'licence']);
  const decided = await decide(service, caseId);
  expect(decided.body.claims[1]).toMatchObject({ validUntil: granted.claims[1].validUntil });
});

const predates = { evidence: { state: 'available', predatesSubject: true } };

test('T3 another name after the opening of a review takes no document from it: a forged one is refused', async () => {
  const made = await makeSilentReview(service);
  service.advanceClock(60);
  await endSubject(service, made.providerId, 'person');
  await nameSubject(service, made.providerId, 'person');
  const review = await begun(made);
  expect(review.body.requirements).toMatchObject([predates, { evidence: { predatesSubject: false } }]);
  expect(await check(service, review, { requirementKey: 'identity' })).toMatchObject({ status: 409 });
  const failed = { requirementKey: 'identity', result: 'failed', subjectId: null };
  expect((await check(service, review, failed)).status).toBe(201);
  expect((await check(service, review, { requirementKey: 'licence' })).status).toBe(201);
  const reasonCodes = ['document_not_authentic'];
  expect((await recommend(service, review, { reasonCodes })).status).toBe(201);
  const decided = await decide(service, review.caseId, { claims: granting('licence_confirmed'), reasonCodes });
  expect(decided.status).toBe(201);
  const { providerId } = made;
  expect(
    await listRefusals(service.db, {
      providerId,
      claims: [{ claim_type: 'identity_confirmed', claim_about: 'person' }],
    }),
  ).toHaveLength(1);
});

test('T3 another name takes no document from a review that opened during a freeze of the earlier case', async () => {
  const first = await makeRecommended(service);
  const granted = (await decide(service, first.caseId)).body;
  await freeze(first.caseId);
  await openReview(service, first);
  service.advanceClock(3600);
  await endSubject(service, first.providerId, 'person');
  const { id: caseId } = await caseOf(service, first);
  const review = await begun({ ...first, firstCaseId: first.caseId, caseId, granted });
  expect(review.body.requirements[0]).toMatchObject(predates);
});

test('T3 a review keeps its documents if the end of a name is older and arrives later', async () => {
  const made = await makeSilentReview(service);
  service.advanceClock(-60);
  await endSubject(service, made.providerId, 'person');
  service.advanceClock(60);
  expect((await begun(made)).body.requirements[0]).toMatchObject(predates);
});

test('T1 documents of a withdrawn review are not in the review that another name opens', async () => {
  const first = await makeRecommended(service);
  const granted = (await decide(service, first.caseId)).body;
  const { providerId, categoryKey } = first;
  const actor = operator('triage');
  const body = { categoryKey, kind: 'review', reason };
  const opened = await service.post(`/providers/${providerId}/verification-cases`, { actor, body });
  expect(opened.status).toBe(201);
  expect(
    (await service.post(`/verification-cases/${opened.body.id}/withdraw`, { actor, body: { reason } })).status,
  ).toBe(200);
  await endSubject(service, providerId, 'person');
  const { id: caseId } = await caseOf(service, first);
  expect((await begun({ ...first, firstCaseId: first.caseId, caseId, granted })).body.requirements).toMatchObject([
    { key: 'identity', evidence: null },
  ]);
});

test('a review takes no document from a frozen case, nor that of a claim that has ended or is being ended', async () => {
  const frozen = await makeSilentReview(service);
  await freeze(frozen.firstCaseId);
  expect((await begun(frozen)).body.requirements).toMatchObject(withoutEvidence);

  const ending = await recommended(await makeSilentReview(service));
  expect((await decide(service, ending.caseId, { claims: granting('identity_confirmed') })).status).toBe(201);
  await openReview(service, ending);
  const next = await begun({ ...ending, caseId: (await caseOf(service, ending)).id });
  expect(next.body.requirements).toMatchObject([
    { evidence: { sentInCaseId: ending.firstCaseId } },
    withoutEvidence[1],
  ]);

  const old = await makeSilentReview(service);
  service.advanceClock(200 * 86_400);
  expect((await begun(old)).body.requirements).toMatchObject([{ status: 'available' }, withoutEvidence[1]]);
});

test('a document that is lost during the review leaves it, and a correction gives it back', async () => {
  const marked = await begun(await makeSilentReview(service));
  expect((await requestCorrection(service, marked, ['licence'])).status).toBe(201);
  expect((await announced(marked.caseId))?.length).toBe(2);
  const restarted = await start(marked.caseId, marked.reviewer);
  expect(restarted.body.requirements[1].evidence.sentInCaseId).toBe(marked.firstCaseId);

  const review = await recommended(await makeSilentReview(service));
  await loseEvidence(service, { ...review, caseId: review.firstCaseId });
  const { body } = await service.get(`/verification-cases/${review.caseId}`, { actor: review.reviewer });
  expect(body).toMatchObject({ state: 'awaiting_correction', recommendation: null, requirements: withoutEvidence });
});

test('Z3 who once sent the document does not judge it', async () => {
  const made = await makeSilentReview(service);
  const { assignmentId = '' } = made.owner.assignments[0] ?? {};
  const { providerId, owner } = made;
  await service.deliver(representativeEnded, { assignmentId, providerId, userId: owner.userId });
  await sql`update representative set ended_at = ${new Date('2024-01-01')} where user_id = ${owner.userId}`.execute(
    service.db,
  );
  const uploader = { ...operator('reviewer'), userId: owner.userId };
  expect(await start(made.caseId, uploader)).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/separation-of-duties' },
  });
  expect((await start(made.caseId)).status).toBe(200);
});

test('an appeal on the earlier document makes no claim longer either', async () => {
  const review = await recommended(await makeSilentReview(service));
  const decider = operator('decider');
  const claims = granting('identity_confirmed');
  const refused = await decide(service, review.caseId, { actor: decider, claims });
  const appealed = await makeAppealInReview(service, { ...review, decider, decisionId: refused.body.id });
  const { status, body } = await overturnAppeal(service, appealed, overturning);
  expect(status).toBe(201);
  const path = `/verification-cases/${review.caseId}/decisions/${body.result.newDecisionId}`;
  const decision = await service.get(path, { actor: operator('triage') });
  expect(decision.body.claims[1].validUntil).toBe(review.granted.claims[1].validUntil);
});

test('the database keeps evidence with its case and claims with their end', async () => {
  const [made, other] = [await makeSilentReview(service), await makeSilentReview(service)];
  const [version] = await versionsOf(service, { caseId: other.firstCaseId });
  const add = (caseId: string, claimId: string | null) =>
    service.db
      .insertInto('case_evidence')
      .values({
        evidence_version_id: version?.id ?? '',
        case_id: caseId,
        requirement_key: 'identity',
        claim_id: claimId,
      })
      .execute();
  await expect(add(other.caseId, null)).rejects.toThrow('the evidence is of another case');
  const current = 'a review rests on available evidence of a current claim';
  await expect(add(made.caseId, other.granted.claims[0].claimId)).rejects.toThrow(current);
  await expect(add(other.caseId, other.granted.claims[1].claimId)).rejects.toThrow(current);
  await expect(add(other.firstCaseId, other.granted.claims[0].claimId)).rejects.toThrow();

  const review = await recommended(made);
  const deciderId = await assignDutyRaw(service, review.caseId);
  const longer = service.db.transact(async (trx) => {
    const id = await insertDecisionRaw(trx, review.caseId, deciderId, 'verified');
    await insertLineRaw(trx, id, 'identity', 'granted', '3000 days');
  });
  await expect(longer).rejects.toMatchObject({ constraint: 'earlier_evidence_extends_nothing' });
});
