import { CaseOutcome } from '@trust/contracts/events/verification';
import { Reason } from '@trust/contracts/free-text';
import { DecisionReasonCodes } from '@trust/contracts/reasons/decision-reasons';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route, type Trx } from '../../app.ts';
import { correctionsOf } from '../corrections/queries.ts';
import { finalRequirements } from '../corrections/views.ts';
import { applyEffects } from '../effects/effects.ts';
import { lockReviewedCase } from '../record/lock-assigned-case.ts';
import { moveCase } from '../record/move-case.ts';
import { CaseParams } from '../record/params.ts';
import type { Case } from '../record/queries.ts';
import { assertReasonsMatch, type LatestCheck, latestChecks, requirementsOf } from '../record/requirements.ts';
import { mapDutyErrors } from '../record/separation-of-duties.ts';
import { CaseRecommendation, Limitations } from '../views/schema.ts';
import { toRecommendation } from '../views/views.ts';
import { visitsOf } from '../visits/queries.ts';
import { insertRecommendation } from './queries.ts';

const NewRecommendation = z
  .strictObject({
    outcome: CaseOutcome.meta({ description: 'The outcome that the reviewer recommends.', examples: ['verified'] }),
    limitations: Limitations.optional().meta({
      description: 'Recommended limitations of the claims: up to 10 texts of up to 500 characters.',
      examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
    }),
    reasonCodes: DecisionReasonCodes.meta({
      description:
        '1 to 10 reasons, whose texts the receipt of the provider shows. Older decisions may have other codes.\n\n- `all_checks_clear`: All checks were clear.\n- `documents_consistent`: The documents agree with each other and with the profile.\n- `register_confirmed`: The official register confirms the documents.\n- `field_visit_confirmed`: A visit on site confirmed what was to be verified.\n- `copy_only`: Only a copy of a document was shown, not the original.\n- `document_expired`: A document had expired, or expires before the verification would end.\n- `document_illegible`: A document, or part of it, could not be read.\n- `document_incomplete`: Pages or details of a document were missing.\n- `document_not_accepted`: A document is not of a kind that the requirement accepts.\n- `document_not_authentic`: The authenticity of a document could not be confirmed.\n- `name_mismatch`: The name in a document differs from the name of the provider.\n- `scope_not_covered`: A document does not cover the service that is offered.\n- `register_entry_missing`: The official register has no matching entry.\n- `register_entry_differs`: The entry in the official register differs from the documents.\n- `field_visit_not_confirmed`: A visit on site did not confirm what was to be verified.\n- `evidence_conflicts`: The pieces of evidence contradict each other.\n- `evidence_insufficient`: The evidence was not sufficient for a result.\n- `requirement_not_met`: The evidence shows that a requirement is not met.\n- `decision_confirmed`: The appeal was examined, and the decision was correct.\n- `new_evidence_accepted`: New evidence changed the result.\n- `evidence_misjudged`: The evidence had been judged incorrectly.\n- `procedure_not_followed`: The verification had not followed its rules.\n- `appeal_not_substantiated`: The appeal gives nothing that could change the decision.\n- `appeal_out_of_scope`: The appeal concerns a matter that this decision did not settle.',
      examples: [['all_checks_clear']],
    }),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['All checks of the case are done and nothing contradicts them.'],
    }),
  })
  .meta({ id: 'RecommendationCreate' });

export const createRecommendation = route(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/recommendations',
    summary: 'Recommend an outcome',
    description:
      'For the assigned reviewer, once every requirement has a check of its current evidence; in a review that began without all evidence, a requirement without evidence needs none. A requirement with `fieldVisit` also needs an accepted field submission, unless its check failed. This ends the review; another operator decides.',
    access: 'verification.cases.review',
    limit: 'privileged-operation',
    params: CaseParams,
    body: NewRecommendation,
    responds: { status: 201, body: CaseRecommendation, location: '/verification-cases/{caseId}' },
    problems: ['not-found', 'state-conflict', 'separation-of-duties'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const { actor, body } = input;
        const now = app.now();
        const found = await lockReviewedCase(trx, input.params.caseId, actor, now);
        const checks = await latestChecks(trx, found.id);
        await assertAllChecked(trx, found, checks);
        assertReasonsMatch(body.reasonCodes, checks);

        const recommendation = await mapDutyErrors(() =>
          insertRecommendation(trx, {
            id: app.newId(),
            case_id: found.id,
            outcome: body.outcome,
            limitations: body.limitations ?? [],
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
        return reply(toRecommendation(recommendation), { status: 201 });
      }),
    ),
);

async function assertAllChecked(trx: Trx, found: Case, checks: readonly LatestCheck[]): Promise<void> {
  const requirements = (await requirementsOf(trx, [found.id])).filter(
    ({ evidence_version_id }) => found.kind !== 'review' || evidence_version_id !== null,
  );
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
  const finals = finalRequirements(await correctionsOf(trx, [found.id]));
  const final = requirements.filter(({ key }) => finals.has(key) && results.get(key) !== 'failed');
  if (final.length > 0)
    throw new Problem('state-conflict', undefined, {
      errors: final.map(({ key }) => ({ field: `requirements.${key}`, code: 'marked_final' })),
    });
  const visited = new Set(
    (await visitsOf(trx, [found.id])).map((visit) => visit.submission_id && visit.requirement_key),
  );
  // A failed check grants no claim, so it needs no visit.
  const unvisited = requirements.filter(
    ({ key, field_visit }) => field_visit && !visited.has(key) && results.get(key) !== 'failed',
  );
  if (unvisited.length > 0)
    throw new Problem('state-conflict', undefined, {
      errors: unvisited.map(({ key }) => ({ field: `requirements.${key}`, code: 'field_submission_missing' })),
    });
}
