import { caseOutcomes } from '@trust/contracts/events/verification';
import { Reason } from '@trust/contracts/free-text';
import { DecisionReasonCodes } from '@trust/contracts/reasons/decision-reasons';
import { once } from '@trust/service-kit/http/idempotency';
import { Problem } from '@trust/service-kit/http/problem';
import { reply } from '@trust/service-kit/http/reply';
import { z } from 'zod';
import { audit, route, type Trx } from '../app.ts';
import { mapDutyErrors } from '../duties.ts';
import { lockReviewedCase } from './lock-reviewed-case.ts';
import { moveCase } from './move-case.ts';
import { insertRecommendation, requirementKeysOf } from './queries.ts';
import { latestChecks } from './requirements.ts';
import { CaseParams, CaseRecommendation, Limitations } from './schema.ts';
import { toRecommendation } from './views.ts';

const NewRecommendation = z
  .strictObject({
    outcome: z.enum(caseOutcomes),
    limitations: Limitations.optional(),
    reasonCodes: DecisionReasonCodes,
    reason: Reason,
  })
  .meta({ id: 'RecommendationCreate' });

export const createRecommendation = route(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/recommendations',
    summary: 'Recommend an outcome',
    description:
      'For the assigned reviewer, once every requirement has a check of its current evidence. This ends the review; another operator decides.',
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
        await assertAllChecked(trx, found.id);

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
        await moveCase(trx, app, found, 'recommended', changes);
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

async function assertAllChecked(trx: Trx, caseId: string): Promise<void> {
  const checked = new Set((await latestChecks(trx, caseId)).map(({ requirement_key }) => requirement_key));
  const unchecked = (await requirementKeysOf(trx, caseId)).filter((key) => !checked.has(key));
  if (unchecked.length === 0) return;
  throw new Problem(
    'state-conflict',
    {
      en: 'Every requirement must have a check first. Record the missing checks.',
      fr: 'Chaque exigence doit d’abord être contrôlée. Enregistrez les contrôles manquants.',
    },
    {
      errors: unchecked.map((key) => ({ field: `requirements.${key}`, code: 'check_missing' })),
    },
  );
}
