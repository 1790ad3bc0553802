import type { Actor } from '@trust/contracts/actor';
import { Reason } from '@trust/contracts/values/free-text';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { type App, audit, command, type Trx } from '../../app.ts';
import { applyEffects } from '../effects/effects.ts';
import { lockAssignedCase } from '../record/lock-assigned-case.ts';
import { CaseParams } from '../record/params.ts';
import { visitBody } from './create-field-visit.ts';
import { lockVisit, updateVisit } from './queries.ts';
import { FieldVisit } from './schema.ts';
import { isEnded } from './transitions.ts';

type Asking = { actor: Actor; params: { caseId: string; fieldVisitId: string } };

export const cancelFieldVisit = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/field-visits/{fieldVisitId}/cancel',
    summary: 'Cancel a field visit',
    description:
      'For the assigned reviewer, until the visit has an accepted submission. This is final; request another visit if one is needed.',
    access: 'verification.cases.review',
    limit: 'privileged-operation',
    params: CaseParams.extend({ fieldVisitId: z.uuid().describe('Identifier of the visit.') }),
    body: z
      .strictObject({
        reason: Reason.meta({
          description: 'Why, for the audit log: 10 to 500 characters.',
          examples: ['The register now shows the address of the workshop.'],
        }),
      })
      .meta({ id: 'FieldVisitCancel' }),
    responds: { status: 200, body: FieldVisit },
    problems: ['not-found', 'taken', 'invalid-transition', 'state-conflict', 'separation-of-duties'],
    acts: { on: 'field_visit', as: 'cancel_visit' },
    rule: lockOpenVisit,
  },
  async (input, app, trx, { found, visit }) => {
    const { body } = input;
    const reason = 'cancelled_by_reviewer';
    const at = app.now();
    await updateVisit(trx, visit, { state: 'cancelled', end_reason: reason, ended_at: at });
    await applyEffects(trx, app, [{ type: 'visit_cancelled', found, visit, reason, at }]);
    await audit(trx, input, {
      objectType: 'verification_case',
      objectId: found.id,
      reason: body.reason,
      before: { fieldVisitId: visit.id, state: visit.state },
      after: { fieldVisitId: visit.id, state: 'cancelled' },
    });
    return await visitBody(trx, visit.id);
  },
);

async function lockOpenVisit({ actor, params }: Asking, app: App, trx: Trx) {
  const found = await lockAssignedCase(trx, params.caseId, actor, 'review', app.now());
  const visit = await lockVisit(trx, params.fieldVisitId);
  if (visit?.case_id !== found.id) throw notFound();
  if (isEnded(visit.state))
    throw new Problem('invalid-transition', {
      en: `The visit is \`${visit.state}\` and can no longer be cancelled. Read the case again.`,
      fr: `La visite est dans l’état \`${visit.state}\` et ne peut plus être annulée. Relisez le dossier.`,
    });
  return { found, visit };
}
