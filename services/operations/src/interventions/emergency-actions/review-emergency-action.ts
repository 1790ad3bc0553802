import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { emergencyView } from './emergency-view.ts';
import { insertReview, lockEmergencyAction } from './queries.ts';
import { EmergencyAction, EmergencyActionParams, EmergencyActionReview } from './schema.ts';

export const reviewEmergencyAction = command(
  {
    method: 'post',
    path: '/operations/emergency-actions/{actionId}/review',
    summary: 'Review an emergency action',
    description:
      'Says whether the action was justified, after it has ended. The operator who took it, and the one whose sessions it revoked, cannot review it. This is final, and removes it from triage.',
    access: 'operations.emergency.review',
    limit: 'privileged-operation',
    params: EmergencyActionParams,
    body: EmergencyActionReview,
    responds: { status: 200, body: EmergencyAction },
    problems: ['not-found', 'separation-of-duties', 'invalid-transition'],
  },
  async (input, { now }, trx) => {
    const { outcome, reason } = input.body;
    const at = now();
    const review = { reviewer_id: input.actor.userId, outcome, reviewed_at: at };
    const before = await lockEmergencyAction(trx, input.params.actionId, ownProviders(input.actor));
    if (!before) throw notFound();
    const { id: action_id, acted_by } = before;
    await insertReview(trx, { ...review, action_id, acted_by, reason }).catch(problemOf);
    await audit(trx, input, {
      objectType: 'emergency_action',
      objectId: action_id,
      reason,
      before: { state: 'awaiting_review' },
      after: { state: 'reviewed', outcome, providerId: before.provider_id },
    });
    return emergencyView({ ...before, ...review, review_reason: reason }, at);
  },
);

/** Constraints of the table decide who may review and when (promise Z3). */
function problemOf(error: unknown): never {
  switch (brokenConstraint(error)) {
    case 'emergency_review_not_by_actor':
      throw conflict(
        {
          en: 'You took this action. Another operator must review it.',
          fr: 'Vous avez pris cette mesure. Une autre personne doit l’examiner.',
        },
        'separation-of-duties',
      );
    case 'emergency_review_not_by_concerned':
      throw conflict(
        {
          en: 'The action concerns you or a provider that you represented. Another operator must review it.',
          fr: 'La mesure vous concerne ou concerne un prestataire que vous avez représenté. Une autre personne doit l’examiner.',
        },
        'separation-of-duties',
      );
    case 'emergency_review_after_end':
      throw new Problem('invalid-transition', {
        en: 'The action is in force. Lift it or wait for its end, then review it.',
        fr: 'La mesure est en vigueur. Levez-la ou attendez sa fin, puis examinez-la.',
      });
    case 'emergency_review_pkey':
      throw new Problem('invalid-transition', {
        en: 'The action has been reviewed already. Read it again.',
        fr: 'La mesure a déjà été examinée. Relisez-la.',
      });
    default:
      throw error;
  }
}
