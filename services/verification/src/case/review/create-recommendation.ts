import type { Actor } from '@trust/contracts/actor';
import { CaseOutcome } from '@trust/contracts/events/verification';
import { DecisionReasonCodes } from '@trust/contracts/reasons/decision-reasons';
import { Reason } from '@trust/contracts/values/free-text';
import { invalid, Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { type App, audit, command, type Trx } from '../../app.ts';
import { assertDocumentsNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { assertContentExplained, assertExplained } from '../checks/explained.ts';
import { correctionsOf } from '../corrections/queries.ts';
import { finalRequirements } from '../corrections/views.ts';
import { applyEffects } from '../effects/effects.ts';
import { assertRead, type Judged } from '../reading/unread.ts';
import { grantsClaims } from '../record/decisions.ts';
import { Limitations, limitationExamples } from '../record/limitations.ts';
import { assertInReview, lockAssignedCase } from '../record/lock-assigned-case.ts';
import { moveCase } from '../record/move-case.ts';
import { CaseParams } from '../record/params.ts';
import type { Case } from '../record/queries.ts';
import {
  assertReasonsMatch,
  type CaseRequirement,
  doubtsOfOthers,
  type LatestCheck,
  latestChecks,
  requirementsOf,
} from '../record/requirements.ts';
import { mapDutyErrors } from '../record/separation-of-duties.ts';
import { assertUnchanged } from '../views/assert-unchanged.ts';
import { CaseRecommendation } from '../views/recommendation-schema.ts';
import { OperatorCase } from '../views/schema.ts';
import { toRecommendation } from '../views/views.ts';
import { visitsOf } from '../visits/queries.ts';
import { insertRecommendation } from './queries.ts';

const NewRecommendation = z
  .strictObject({
    outcome: CaseOutcome.meta({ description: 'The outcome that the reviewer recommends.', examples: ['verified'] }),
    limitations: Limitations.optional().meta({
      description:
        'Limitations of every claim that the decision grants: up to 10 texts of up to 500 characters, without contact data, links and signs of a check. The decider adds and removes none. What concerns one claim belongs to its check.',
      examples: limitationExamples,
    }),
    refusedClaims: z
      .array(z.string().min(1).max(60))
      .max(50)
      .optional()
      .meta({
        description:
          'Types of claims that the decision does not grant, of an outcome that grants others. Required, also if empty, once a check is `consider`.',
        examples: [['trade_qualification']],
      }),
    reasonCodes: DecisionReasonCodes.meta({
      description: 'The reasons, 1 to 10.',
      examples: [['all_checks_clear']],
    }),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['Both documents agree with the register.'],
    }),
  })
  .meta({ id: 'RecommendationCreate' });

type Asking = {
  actor: Actor;
  params: { caseId: string };
  ifMatch: readonly number[] | undefined;
  choice: Partial<z.output<typeof NewRecommendation>>;
};

export const createRecommendation = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/recommendations',
    summary: 'Recommend an outcome',
    description:
      'For the assigned reviewer, once every requirement has a check of its current evidence; in a review that began without all evidence, a requirement without evidence needs none. A requirement with `fieldVisit` also needs an accepted field submission of its current subject, unless its check failed. A document that somebody else checked needs your own whole read since you got the duty; without one: 409 `document-not-read`. This ends the review; another operator decides. Needs a sign-in within five minutes, or one that opened a document of the case in this session within 30 minutes.',
    access: 'verification.cases.review',
    stepUp: 'unless-held',
    limit: 'privileged-operation',
    ifMatch: OperatorCase,
    params: CaseParams,
    body: NewRecommendation,
    responds: { status: 201, body: CaseRecommendation, location: '/verification-cases/{caseId}' },
    problems: [
      'not-found',
      'taken',
      'invalid-transition',
      'state-conflict',
      'document-not-read',
      'document-of-earlier-subject',
      'check-not-explained',
      'separation-of-duties',
    ],
    acts: { on: 'case', as: 'recommend' },
    rule: lockRecommendable,
  },
  async (input, app, trx, { found, checks, requirements }) => {
    const { actor, body } = input;
    const now = app.now();
    const refusedClaims = refusedIn(body, checks, requirements);
    const grantsAll = checks.length === requirements.length && checks.every(({ result }) => result === 'clear');
    const all = [...checks, ...(await doubtsOfOthers(trx, found.id))];
    assertReasonsMatch(body.reasonCodes, { outcome: body.outcome, checks: all, grantsAll });

    const recommendation = await mapDutyErrors(() =>
      insertRecommendation(trx, {
        id: app.newId(),
        case_id: found.id,
        outcome: body.outcome,
        limitations: body.limitations ?? [],
        refused_claims: refusedClaims,
        reason_codes: body.reasonCodes,
        reason: body.reason,
        recommender_id: actor.userId,
        recommended_at: now,
      }),
    );
    const changes = { recommendation_id: recommendation.id, recommender_id: actor.userId };
    await applyEffects(trx, app, [await moveCase(trx, found, 'recommended', now, changes)]);
    await audit(trx, input, {
      objectType: 'verification_case',
      objectId: found.id,
      reason: body.reason,
      before: { state: found.state },
      after: { state: 'recommended', recommendationId: recommendation.id, outcome: body.outcome },
    });
    return toRecommendation(recommendation);
  },
);

async function lockRecommendable({ actor, params, ifMatch, choice }: Asking, app: App, trx: Trx) {
  const now = app.now();
  const found = await lockAssignedCase(trx, params.caseId, actor, 'review', now);
  if (ifMatch) await assertUnchanged(trx, found, { ifMatch, ...choice }, now);
  assertInReview(found, now);
  await assertDocumentsNotFrozen(trx, { caseId: found.id }, now);
  const checks = await latestChecks(trx, found.id);
  const requirements = await requirementsOf(trx, [found.id]);
  await assertAllChecked(trx, found, checks, requirements);
  await assertRead(trx, { caseId: found.id, userId: actor.userId }, checkedByOthers(checks, actor.userId), now);
  return { found, checks, requirements };
}

/** A doubtful check is granted because the reviewer said so, not because a field was forgotten. */
function refusedIn(
  { outcome, refusedClaims }: z.output<typeof NewRecommendation>,
  checks: readonly LatestCheck[],
  requirements: readonly CaseRequirement[],
): string[] {
  const isDoubtful = grantsClaims(outcome) && checks.some(({ result }) => result === 'consider');
  if (isDoubtful && refusedClaims === undefined) throw invalid('refusedClaims', 'required');
  const types = refusedClaims ?? [];
  const known = new Set(requirements.map(({ claim_type }) => claim_type));
  const unknown = types.findIndex((type) => !known.has(type));
  if (unknown >= 0) throw invalid(`refusedClaims.${unknown}`, 'unknown_claim_type');
  return [...new Set(types)];
}

/** Whoever recommends on the check of somebody who was replaced has read its document too (promise T2). */
function checkedByOthers(checks: readonly LatestCheck[], userId: string): Judged[] {
  return checks
    .filter(({ checked_by, method }) => checked_by !== userId && method === 'document_review')
    .map((check) => ({
      field: `requirements.${check.requirement_key}`,
      evidenceVersionId: check.evidence_version_id,
    }));
}

async function assertAllChecked(
  trx: Trx,
  found: Case,
  checks: readonly LatestCheck[],
  all: readonly CaseRequirement[],
): Promise<void> {
  const requirements = all.filter(({ evidence_version_id }) => found.kind !== 'review' || evidence_version_id !== null);
  const results = new Map(checks.map((check) => [check.requirement_key, check.result]));
  const unchecked = requirements.filter(({ key }) => !results.has(key));
  if (unchecked.length > 0)
    throw new Problem(
      'state-conflict',
      {
        en: 'Every requirement must have a check first. Record the missing checks.',
        fr: 'Chaque exigence doit d’abord être contrôlée. Enregistrez les contrôles manquants.',
      },
      { errors: unchecked.map(({ key }) => ({ field: `requirements.${key}`, code: 'check_missing' })) },
    );
  assertExplained(
    requirements.flatMap((requirement) =>
      checks
        .filter(({ requirement_key }) => requirement_key === requirement.key)
        .map((check) => ({ field: `requirements.${requirement.key}`, check, requirement })),
    ),
  );
  await assertContentExplained(
    trx,
    checks.map((check) => ({ field: `requirements.${check.requirement_key}`, check })),
  );
  const finals = finalRequirements(await correctionsOf(trx, [found.id]));
  const final = requirements.filter(({ key }) => finals.has(key) && results.get(key) !== 'failed');
  if (final.length > 0)
    throw new Problem('state-conflict', undefined, {
      errors: final.map(({ key }) => ({ field: `requirements.${key}`, code: 'marked_final' })),
    });
  const submitted = (await visitsOf(trx, [found.id])).filter(
    (visit) => visit.submission_id !== null && visit.subject_id !== null,
  );
  // A failed check grants no claim, so it needs no visit.
  const unvisited = requirements.filter(
    ({ key, field_visit, subject_id }) =>
      field_visit &&
      results.get(key) !== 'failed' &&
      !submitted.some((visit) => visit.requirement_key === key && visit.subject_id === subject_id),
  );
  if (unvisited.length > 0)
    throw new Problem('state-conflict', undefined, {
      errors: unvisited.map(({ key }) => ({ field: `requirements.${key}`, code: 'field_submission_missing' })),
    });
}
