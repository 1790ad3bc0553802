import type { Actor } from '@trust/contracts/actor';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { type App, audit, command, type Trx } from '../../app.ts';
import { assertNotOwnProvider } from '../../from-other-services/representatives/assert-not-own-provider.ts';
import { ownProviders } from '../../own-providers.ts';
import { problemIn, type Refusals } from '../../refusals.ts';
import { announceEmergency } from './announce.ts';
import { emergencyView } from './emergency-view.ts';
import { isOperator, lockEmergencyAction, markLifted } from './queries.ts';
import { EmergencyAction, EmergencyActionLift, EmergencyActionParams } from './schema.ts';
import { emergencyStateAt } from './states.ts';

export const liftEmergencyAction = command(
  {
    method: 'post',
    path: '/operations/emergency-actions/{actionId}/lift',
    summary: 'Lift an emergency action',
    description:
      'Only an `active` action can be lifted, and one against the sessions of an operator by another operator than its actor and target. It still needs its review.',
    access: 'operations.emergency.act',
    limit: 'privileged-operation',
    params: EmergencyActionParams,
    body: EmergencyActionLift,
    responds: { status: 200, body: EmergencyAction },
    problems: ['not-found', 'separation-of-duties', 'invalid-transition'],
    acts: { on: 'emergency_action', as: 'lift_emergency_action' },
    rule: lockLiftable,
  },
  async (input, { now }, trx, { before }) => {
    const { reason } = input.body;
    const at = now();
    const { userId: by } = input.actor;
    await markLifted(trx, before.id, { by, at, reason }).catch(problemIn(refusals));
    const after = { ...before, lifted_by: by, lifted_at: at, lift_reason: reason };
    await announceEmergency(trx, after);
    await audit(trx, input, {
      objectType: 'emergency_action',
      objectId: before.id,
      reason,
      before: { state: 'active' },
      after: { state: 'awaiting_review', targetId: before.target_id, providerId: before.provider_id },
    });
    return emergencyView(after, at);
  },
);

type Asking = { actor: Actor; params: { actionId: string } };

async function lockLiftable({ actor, params }: Asking, { now }: App, trx: Trx) {
  const at = now();
  const found = await lockEmergencyAction(trx, params.actionId, ownProviders(actor));
  if (!found) throw notFound();
  await assertNotOwnProvider(trx, actor, { providerId: found.provider_id, at });
  if (emergencyStateAt(found, at) !== 'active')
    throw new Problem('invalid-transition', {
      en: 'The emergency action has ended already. There is nothing to lift.',
      fr: 'La mesure d’urgence est déjà terminée. Il n’y a rien à lever.',
    });
  const isConcerned = found.acted_by === actor.userId || found.target_id === actor.userId;
  if (isConcerned && (await isOperator(trx, found.target_id))) throw refusals.emergency_action_lifted_by_another();
  return { before: found, until: found.expires_at };
}

/** Each key is the constraint of the trigger that decides who may lift (promise Z5). */
const refusals = {
  emergency_action_lifted_by_another: () =>
    conflict(
      {
        en: 'You took this action against the sessions of an operator, or it concerns you. Another operator must lift it.',
        fr: 'Vous avez pris cette mesure contre les sessions d’une personne de l’équipe, ou elle vous concerne. Une autre personne doit la lever.',
      },
      'separation-of-duties',
    ),
} satisfies Refusals;
