import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { assertImpartial } from '../../provider-record/assert-impartial.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { announceMeasure } from './announce-measures.ts';
import { findMeasure, insertReview } from './queries.ts';
import { MeasureParams, ProviderMeasureReview } from './schema.ts';

export const reviewProviderMeasure = command(
  {
    method: 'post',
    path: '/provider-measures/{measureId}/review',
    summary: 'Review a measure against a provider',
    description:
      'Says whether it was justified. Not for the operator who did it, nor for who represents the provider or is its customer. This is final and removes it from triage. It changes nothing of the provider: if it was `not_justified`, whoever manages providers is told, and undoes it with `POST /providers/{providerId}/transitions`.',
    access: 'operations.providers.manage',
    stepUp: true,
    limit: 'privileged-operation',
    params: MeasureParams,
    body: ProviderMeasureReview,
    responds: { status: 204 },
    problems: ['not-found', 'separation-of-duties', 'invalid-transition'],
  },
  async (input, { now }, trx) => {
    const { outcome, reason } = input.body;
    const at = now();
    const found = await findMeasure(trx, input.params.measureId);
    if (!found) throw notFound();
    const { id, provider_id: providerId, actor_id: acted_by } = found;
    await lockProvider(trx, providerId);
    await assertImpartial(trx, input.actor, { providerId, at });
    const review = { measure_id: id, acted_by, reviewer_id: input.actor.userId, outcome, reason, reviewed_at: at };
    await insertReview(trx, review).catch(problemOf);
    await announceMeasure(trx, id);
    await audit(trx, input, {
      objectType: 'provider_measure',
      objectId: id,
      reason,
      before: { state: 'awaiting_review' },
      after: { state: 'reviewed', outcome, measure: found.transition, providerId },
    });
  },
);

function problemOf(error: unknown): never {
  switch (brokenConstraint(error)) {
    case 'measure_review_not_by_actor':
      throw conflict(
        {
          en: 'You did this yourself. Another operator must review it.',
          fr: 'Vous l’avez fait vous-même. Une autre personne doit l’examiner.',
        },
        'separation-of-duties',
      );
    case 'measure_review_pkey':
      throw new Problem('invalid-transition', {
        en: 'It has been reviewed already. Read it again.',
        fr: 'L’examen a déjà eu lieu. Relisez la mesure.',
      });
    default:
      throw error;
  }
}
