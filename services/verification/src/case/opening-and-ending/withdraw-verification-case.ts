import type { Actor } from '@trust/contracts/actor';
import { representativePermissions } from '@trust/contracts/permissions';
import { Reason } from '@trust/contracts/values/free-text';
import { conflict, invalid, notFound, Problem } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import { z } from 'zod';
import { type App, audit, command, type Trx } from '../../app.ts';
import { assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { applyEffects } from '../effects/effects.ts';
import { moveCase } from '../record/move-case.ts';
import { CaseParams } from '../record/params.ts';
import { type Case, hasParticipated, lockCase } from '../record/queries.ts';
import { assertNotRepresentative } from '../record/separation-of-duties.ts';
import { openStates, stateAt } from '../record/transitions.ts';
import { VerificationCaseView } from '../views/schema.ts';
import { viewOf } from '../views/views.ts';
import { hasDoubtfulCheck } from './queries.ts';

export const withdrawVerificationCase = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/withdraw',
    summary: 'Withdraw a case',
    description:
      'Ends an open case without a decision. A representative with `provider.cases.manage` can withdraw an `initial` or `renewal` case, an operator with `verification.cases.assign` every kind, with a reason, unless they took part in the case; the representatives are told. A `review` can be withdrawn only by the operator who opened it, and operators withdraw a case only while every check is `clear` (409). A recommended case cannot be withdrawn (400). The case of an appeal ends with the appeal. Its claims stay as they are, and another case can be opened at once.',
    access: 'session',
    permissions: ['provider.cases.manage', 'verification.cases.assign'],
    limit: 'profile-mutation',
    params: CaseParams,
    body: z
      .strictObject({
        reason: Reason.optional().meta({
          description:
            'Why, for the audit log: 10 to 500 characters. Required of operators; what a representative writes is not kept.',
          examples: ['The case was opened for the wrong category.'],
        }),
      })
      .meta({ id: 'VerificationCaseWithdraw' }),
    responds: { status: 200, body: VerificationCaseView },
    problems: ['forbidden', 'not-found', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
    acts: { on: 'case', as: 'withdraw_case' },
    rule: lockWithdrawable,
  },
  async (input, app, trx, { found, permission }) => {
    const { body } = input;
    const now = app.now();
    const isOperator = permission === 'verification.cases.assign';
    if (isOperator && body.reason === undefined) throw invalid('reason', 'required');
    const withdrawal = await moveCase(trx, found, 'withdrawn', now);
    await applyEffects(trx, app, [{ ...withdrawal, isByPlatform: isOperator }]);
    await audit(trx, withPermission(input, permission), {
      objectType: 'verification_case',
      objectId: found.id,
      ...(body.reason !== undefined && { reason: body.reason }),
      before: { state: found.state },
      after: { state: 'withdrawn', actingAs: isOperator ? 'operator' : 'representative' },
    });
    return await viewOf(trx, withdrawal.moved, { isOperator, now });
  },
);

async function lockWithdrawable({ actor, params }: { actor: Actor; params: { caseId: string } }, app: App, trx: Trx) {
  const now = app.now();
  const found = await lockCase(trx, params.caseId);
  const permission = permissionOf(actor, found);
  if (!found || !permission) throw notFound();
  const isOperator = permission === 'verification.cases.assign';
  if (isOperator) await assertNotRepresentative(trx, actor, { providerId: found.provider_id, at: now });
  await assertNotFrozen(trx, found.id, now);
  assertWithdrawable({ ...found, state: stateAt(found, now) }, isOperator);
  if (isOperator && (await hasParticipated(trx, actor.userId, found.id))) throw new Problem('separation-of-duties');
  if (found.kind === 'review') assertOpenedBy(found, actor.userId);
  if (isOperator) await assertClear(trx, found.id);
  return { found, permission };
}

/** A representative acts as one, whatever else they may do (promise Z3). Undefined: 404 (promise D2). */
function permissionOf(
  { assignments, permissions }: Actor,
  found: Case | undefined,
): 'provider.cases.manage' | 'verification.cases.assign' | undefined {
  const assignment = assignments.find(({ providerId }) => providerId === found?.provider_id);
  if (!assignment) return permissions.includes('verification.cases.assign') ? 'verification.cases.assign' : undefined;
  if (representativePermissions[assignment.role].includes('provider.cases.manage')) return 'provider.cases.manage';
  throw new Problem('forbidden');
}

/** What others doubt about claims in force, one person does not set aside (docs/domain/case.md 28). */
function assertOpenedBy({ opened_by }: Case, actorId: string): void {
  if (opened_by === null)
    throw conflict({
      en: 'The platform opened this review, so it ends with a decision. Start it on the evidence that is there, or assign its reviewer.',
      fr: 'La plateforme a ouvert ce réexamen : il se termine par une décision. Commencez-le avec les pièces disponibles ou attribuez son examen.',
    });
  if (opened_by !== actorId)
    throw conflict({
      en: 'Only the operator who opened this review can withdraw it. Otherwise it ends with a decision: assign its reviewer.',
      fr: 'Seule la personne qui a ouvert ce réexamen peut le retirer. Sinon, il se termine par une décision : attribuez son examen.',
    });
}

/** Nor what they found. */
async function assertClear(trx: Trx, id: string): Promise<void> {
  if (await hasDoubtfulCheck(trx, id))
    throw conflict({
      en: 'A check of this case is not clear, so no operator withdraws it. Assign its reviewer or decider, or escalate the case.',
      fr: 'Un contrôle de ce dossier n’est pas conforme : aucun opérateur ne le retire. Attribuez son examen ou sa décision, ou signalez le dossier.',
    });
}

const readAgain = { en: 'Read the case for its next step.', fr: 'Consultez-le pour connaître la suite.' };
const waitOrAsk = {
  en: 'Wait for its decision, or ask an operator.',
  fr: 'Attendez la décision ou adressez-vous à une équipe de la plateforme.',
};

/** A recommendation awaits a second person, and an appeal its own decision: nobody ends either alone (promise Z3). */
function assertWithdrawable(
  { kind, state, for_appeal }: Pick<Case, 'kind' | 'state' | 'for_appeal'>,
  isOperator: boolean,
): void {
  const isUndecided = state !== 'recommended' && openStates.some((open) => open === state);
  const mayEnd = kind !== 'review' || (isOperator && !for_appeal);
  if (isUndecided && mayEnd) return;
  const next = isOperator ? readAgain : waitOrAsk;
  throw new Problem('invalid-transition', {
    en: `The case is of kind \`${kind}\` and \`${state}\`, so it cannot be withdrawn. ${next.en}`,
    fr: `Le dossier est de type \`${kind}\` et dans l’état \`${state}\` : il ne peut pas être retiré. ${next.fr}`,
  });
}
