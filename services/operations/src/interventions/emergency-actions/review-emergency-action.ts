import type { Actor } from '@trust/contracts/actor';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { type App, audit, command, type Trx } from '../../app.ts';
import { represents } from '../../from-other-services/representatives/queries.ts';
import { ownProviders } from '../../own-providers.ts';
import { problemIn, type Refusals } from '../../refusals.ts';
import { emergencyView } from './emergency-view.ts';
import { insertReview, lockEmergencyAction } from './queries.ts';
import { EmergencyAction, EmergencyActionParams, EmergencyActionReview } from './schema.ts';
import { emergencyStateAt } from './states.ts';

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
    acts: { on: 'emergency_action', as: 'review_emergency_action' },
    rule: lockReviewable,
  },
  async (input, { now }, trx, before) => {
    const { outcome, reason } = input.body;
    const at = now();
    const review = { reviewer_id: input.actor.userId, outcome, reviewed_at: at };
    const { id: action_id, acted_by } = before;
    await insertReview(trx, { ...review, action_id, acted_by, reason }).catch(problemIn(refusals));
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

type Asking = { actor: Actor; params: { actionId: string } };

async function lockReviewable({ actor, params }: Asking, { now }: App, trx: Trx) {
  const { userId } = actor;
  const found = await lockEmergencyAction(trx, params.actionId, ownProviders(actor));
  if (!found) throw notFound();
  const { provider_id: providerId, started_at: at } = found;
  const state = emergencyStateAt(found, now());
  if (state === 'active') throw refusals.emergency_review_after_end();
  const isConcerned = found.target_id === userId || (providerId && (await represents(trx, { userId, providerId, at })));
  if (isConcerned) throw refusals.emergency_review_not_by_concerned();
  if (found.acted_by === userId) throw refusals.emergency_review_not_by_actor();
  if (state === 'reviewed') throw refusals.emergency_review_pkey();
  return found;
}

/** Each key is a constraint that decides who may review and when (promise Z3). */
const refusals = {
  emergency_review_not_by_actor: () =>
    conflict(
      {
        en: 'You took this action. Another operator must review it.',
        fr: 'Vous avez pris cette mesure. Une autre personne doit l’examiner.',
      },
      'separation-of-duties',
    ),
  emergency_review_not_by_concerned: () =>
    conflict(
      {
        en: 'The action concerns you or a provider that you represented. Another operator must review it.',
        fr: 'La mesure vous concerne ou concerne un prestataire que vous avez représenté. Une autre personne doit l’examiner.',
      },
      'separation-of-duties',
    ),
  emergency_review_after_end: () =>
    new Problem('invalid-transition', {
      en: 'The action is in force. Lift it or wait for its end, then review it.',
      fr: 'La mesure est en vigueur. Levez-la ou attendez sa fin, puis examinez-la.',
    }),
  emergency_review_pkey: () =>
    new Problem('invalid-transition', {
      en: 'The action has been reviewed already. Read it again.',
      fr: 'La mesure a déjà été examinée. Relisez-la.',
    }),
} satisfies Refusals;
