import { addWorkingTime, businessDayMs } from '@trust/business-calendar/calendar';
import { notificationRequested } from '@trust/contracts/events/any';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import { audit, command, type Trx } from '../../app.ts';
import { assertNotOwnProvider } from '../../from-other-services/representatives/assert-not-own-provider.ts';
import { announceEmergency } from './announce.ts';
import { assertOperatorsRemain } from './assert-operators-remain.ts';
import { emergencyView } from './emergency-view.ts';
import { findTarget } from './find-target.ts';
import { findInForce, insertEmergencyAction, isOperator, lockTarget } from './queries.ts';
import { EmergencyAction, EmergencyActionCreate } from './schema.ts';
import { defaultHours, reviewWorkingDays } from './states.ts';

export const createEmergencyAction = command(
  {
    method: 'post',
    path: '/operations/emergency-actions',
    summary: 'Take an emergency action',
    description:
      'Takes effect within a second, and ends at `expiresAt` or when it is lifted. `suspend_provider_listing` hides a provider from the public, `withhold_claim` hides a claim, `freeze_case` refuses every change of a case, and `revoke_sessions` ends the sessions of an account and refuses new ones. You take the same action on a target again once another operator has reviewed your last one as `justified`; another operator may act before. An operator who acted against the sessions of an operator takes the next such action once another operator has reviewed the last. Somebody else remains who can lift and review it, and while an operator who can approve roles is signed out, three others remain who can. Another operator must review it once it has ended, within 5 working days of its start.',
    access: 'operations.emergency.act',
    limit: 'privileged-operation',
    body: EmergencyActionCreate,
    responds: { status: 201, body: EmergencyAction, location: '/operations/emergency-actions/{id}' },
    problems: ['not-found', 'separation-of-duties', 'state-conflict'],
  },
  async (input, { now, newId, calendar }, trx) => {
    const { kind, targetId, expiresInHours = defaultHours, reason } = input.body;
    const at = now();
    await lockTarget(trx, targetId);
    const target = await findTarget(trx, kind, targetId);
    if (!target) throw new Problem('not-found', noTarget);
    await assertNotOwnProvider(trx, input.actor, { providerId: target.providerId, at });
    const inForce = await findInForce(trx, { kind, targetId }, at);
    if (inForce) throw alreadyInForce(inForce.expires_at);
    const isAgainstOperator = kind === 'revoke_sessions' && (await isOperator(trx, targetId));
    if (isAgainstOperator) await assertOperatorsRemain(trx, { actorId: input.actor.userId, targetId, at });
    const action = await insertEmergencyAction(trx, {
      id: newId(),
      kind,
      target_id: targetId,
      provider_id: target.providerId,
      reason,
      acted_by: input.actor.userId,
      started_at: at,
      expires_at: new Date(at.getTime() + expiresInHours * 3_600_000),
      review_due_at: addWorkingTime(calendar, at, reviewWorkingDays * businessDayMs),
    }).catch(problemOf);
    await announceEmergency(trx, action);
    if (isAgainstOperator) await notifyOfRevocation(trx, targetId);
    await audit(trx, input, {
      objectType: 'emergency_action',
      objectId: action.id,
      reason,
      after: { kind, targetId, providerId: target.providerId, expiresAt: action.expires_at.toISOString() },
    });
    return emergencyView(action, at);
  },
);

const noTarget = {
  en: 'No target of this kind has this id. `GET /operations/providers/{providerId}/emergency-targets` lists those of a provider.',
  fr: 'Aucune cible de ce type n’a cet identifiant. `GET /operations/providers/{providerId}/emergency-targets` énumère celles d’un prestataire.',
};

/** An operator whom nobody informs would not learn why every code is wrong. */
function notifyOfRevocation(trx: Trx, userId: string): Promise<void> {
  const notice = { userId, providerId: null, template: 'sessions_revoked', data: {} } as const;
  return emit(trx, notificationRequested.operations, notice);
}

/** A trigger decides who may repeat an action (promise Z5). */
function problemOf(error: unknown): never {
  if (brokenConstraint(error) !== 'emergency_action_after_justified') throw error;
  throw conflict({
    en: 'You have taken this action on this target before, and no other operator has reviewed the last one as justified. Ask another operator to review it once it has ended, or to act.',
    fr: 'Vous avez déjà pris cette mesure pour cette cible, et personne d’autre n’a jugé la dernière justifiée. Demandez à une autre personne de l’examiner une fois terminée, ou d’agir.',
  });
}

function alreadyInForce(until: Date): Problem {
  return conflict({
    en: `The same action is in force on this target until ${until.toISOString()}. Lift it first, or wait for its end.`,
    fr: `La même mesure s’applique déjà à cette cible jusqu’au ${until.toISOString()}. Levez-la d’abord, ou attendez sa fin.`,
  });
}
