import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { emergencyActionChanged } from '@trust/contracts/events/operations';
import { operator } from '@trust/service-testing/actors';
import { afterAll, expect, test } from 'vitest';
import { assignedTo, makeCase, makeReviewable } from '../../test/make.ts';
import { pathOf, startEvidence } from '../../test/service.ts';

const evidence = await startEvidence({ connections: 10 });
afterAll(() => evidence[Symbol.asyncDispose]());

const body = { reason: 'To check the earlier document.' };

/** A document of a decided case, and a review that is judged on it. */
async function makeReview() {
  const first = await makeCase(evidence);
  const { evidenceId, evidenceVersionId, document } = await makeReviewable(
    evidence,
    first,
    operator('reviewer').userId,
  );
  await first.change({ state: 'decided', outcome: 'verified', duties: [] });
  const reviewer = operator('reviewer');
  const review = await makeCase(evidence, {
    providerId: first.providerId,
    kind: 'review',
    duties: assignedTo({ review: reviewer.userId }),
  });
  const path = `/verification-cases/${review.caseId}/evidence/${evidenceId}/review-grants`;
  const grant = (actor = reviewer) => evidence.post(path, { actor, body });
  return { first, review, reviewer, evidenceId, evidenceVersionId, document, grant };
}

test('Z4 assignees of a review read the earlier document it is judged on, audited, until their duty ends', async () => {
  const { review, reviewer, evidenceVersionId, document, grant } = await makeReview();
  expect((await grant()).status).toBe(404);
  await review.change({ state: 'in_review', earlierVersionIds: [evidenceVersionId] });
  expect((await grant(operator('reviewer'))).status).toBe(404);
  const { status, body: granted } = await grant();
  expect(status).toBe(201);
  const read = (actor = reviewer) => evidence.get(pathOf(granted.url), { actor });
  expect(document.equals((await read()).body)).toBe(true);
  const entries = (await evidence.emitted(auditRecorded.evidence)).filter(
    ({ objectId }) => objectId === evidenceVersionId,
  );
  expect(entries.slice(-2)).toMatchObject([
    { action: 'createReviewGrant', after: { caseId: review.caseId, duty: 'review' } },
    { action: 'getEvidenceContent', after: { caseId: review.caseId, grantId: granted.grantId } },
  ]);

  const decider = operator('decider');
  const duties = assignedTo({ review: reviewer.userId, decide: decider.userId });
  // A publisher of an earlier release says nothing of earlier versions.
  await review.change({ state: 'recommended', duties, earlierVersionIds: undefined });
  expect((await grant(decider)).status).toBe(201);
  await review.change({ state: 'decided', outcome: 'verified', duties: [], earlierVersionIds: [] });
  expect((await read()).status).toBe(404);
  expect((await grant()).status).toBe(404);
});

test('Z4 a review opens no document that it does not list', async () => {
  const [mine, other] = [await makeReview(), await makeReview()];
  await mine.review.change({ state: 'in_review', earlierVersionIds: [mine.evidenceVersionId] });
  expect((await mine.grant()).status).toBe(201);
  const path = `/verification-cases/${mine.review.caseId}/evidence/${other.evidenceId}/review-grants`;
  expect((await evidence.post(path, { actor: mine.reviewer, body })).status).toBe(404);
});

test('a review reads no document of another provider and none of a frozen case', async () => {
  const [mine, other] = [await makeReview(), await makeReview()];
  const earlierVersionIds = [mine.evidenceVersionId, other.evidenceVersionId];
  await mine.review.change({ state: 'in_review', earlierVersionIds });
  const rows = await evidence.db.selectFrom('earlier_evidence').select('version_id').execute();
  expect(rows.map(({ version_id }) => version_id)).not.toContain(other.evidenceVersionId);
  const at = evidence.clock.now;
  await evidence.deliver(emergencyActionChanged, {
    actionId: randomUUID(),
    kind: 'freeze_case',
    targetId: mine.first.caseId,
    startedAt: at.toISOString(),
    endsAt: new Date(at.getTime() + 3_600_000).toISOString(),
    occurredAt: at.toISOString(),
  });
  expect(await mine.grant()).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('An emergency action freezes this case until') },
  });
});

test('Z4 the database opens no grant for a document of another case', async () => {
  const { review, reviewer, evidenceVersionId } = await makeReview();
  const at = evidence.clock.now;
  const insert = evidence.db
    .insertInto('review_grant')
    .values({
      id: randomUUID(),
      version_id: evidenceVersionId,
      uploaded_by: randomUUID(),
      case_id: review.caseId,
      reviewer_id: reviewer.userId,
      duty: 'review',
      token_hash: Buffer.alloc(32),
      created_at: at,
      expires_at: new Date(at.getTime() + 60_000),
    })
    .execute();
  await expect(insert).rejects.toThrow('a grant is for evidence of its case');
});
