import type { Actor } from '@trust/contracts/actor';
import { Reason } from '@trust/contracts/values/free-text';
import { Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { type App, audit, command, type Trx } from '../../app.ts';
import { assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { lockAssignee } from '../../from-other-services/operators.ts';
import { assertNotClaimed, takenOrNotFound } from '../../holding/taken.ts';
import { correctionsOf, restoreMarkedEvidence } from '../corrections/queries.ts';
import { announceDuties } from '../effects/announce-changes.ts';
import { applyEffects } from '../effects/effects.ts';
import { endCorrection } from '../effects/queries.ts';
import { activeAssignments, assigneeOf } from '../record/assignments.ts';
import { assertCapacity, claimFreeDuty } from '../record/claim-duty.ts';
import { moveCase } from '../record/move-case.ts';
import { CaseParams } from '../record/params.ts';
import { type Case, lockCase } from '../record/queries.ts';
import { attachEvidence } from '../record/requirements.ts';
import { assertMayHold, assertNotOwnProvider, mapDutyErrors } from '../record/separation-of-duties.ts';
import { stateAt } from '../record/transitions.ts';
import { mayAskForDuty } from '../record/visibility.ts';
import { OperatorCase } from '../views/schema.ts';
import { toOperatorCase } from '../views/views.ts';
import { addEarlierEvidence, findEarlierEvidence } from './queries.ts';

export const startReview = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/start-review',
    summary: 'Start a review on the evidence that is there',
    description:
      'For a case of kind `review` that waits for its provider: it goes to `in_review` as it is, so that a review does not need the cooperation of the provider. For the assigned reviewer; if the duty is unassigned, this claims it. An open correction request is cancelled, and its marked requirements get their earlier evidence back. A requirement without evidence is then judged on the document of its current claim (`evidence.sentInCaseId` names the case in which it was sent), if that can still be read; a claim granted on it ends when the current one would. A requirement that still has no evidence needs no check, and its claim cannot be granted.',
    access: 'verification.cases.review',
    limit: 'privileged-operation',
    params: CaseParams,
    body: z
      .strictObject({
        reason: Reason.meta({
          description: 'Why, for the audit log: 10 to 500 characters.',
          examples: ['The provider has sent nothing for three weeks.'],
        }),
      })
      .meta({ id: 'ReviewStart' }),
    responds: { status: 200, body: OperatorCase },
    problems: ['not-found', 'taken', 'invalid-transition', 'state-conflict', 'separation-of-duties'],
    acts: { on: 'case', as: 'start_review' },
    rule: ({ actor, params }, app, trx) => lockWaitingReview(trx, app, params.caseId, actor),
  },
  async (input, app, trx, found) => {
    const { actor, body } = input;
    const now = app.now();
    await cancelCorrection(trx, found, now);
    const earlier = await findEarlierEvidence(trx, found.id, now);
    await mapDutyErrors(() => addEarlierEvidence(trx, found.id, earlier));
    for (const one of earlier) await attachEvidence(trx, found.id, one.requirementKey, one.evidenceVersionId);
    const move = await moveCase(trx, found, 'in_review', now);
    await applyEffects(trx, app, [move]);
    const { moved } = move;
    // The database accepts an assignee of the review in this state only.
    const claimed = await claimFreeDuty(trx, app, moved, { duty: 'review', actor, reason: body.reason });
    if (claimed) await announceDuties(trx, app, moved);
    await audit(trx, input, {
      objectType: 'verification_case',
      objectId: found.id,
      reason: body.reason,
      before: { state: found.state },
      after: {
        state: moved.state,
        claimed,
        earlierEvidence: earlier.map(({ requirementKey }) => requirementKey).join(', ') || null,
      },
    });
    return await toOperatorCase(trx, moved, now);
  },
);

/** 404 for everybody who could not review the case (promise D2). */
async function lockWaitingReview(trx: Trx, app: App, caseId: string, actor: Actor): Promise<Case> {
  const now = app.now();
  await lockAssignee(trx, actor.userId);
  const found = await lockCase(trx, caseId);
  const assignments = found ? await activeAssignments(trx, caseId) : [];
  const assignee = assigneeOf(assignments, 'review');
  if (!found || (assignee !== undefined && assignee !== actor.userId))
    throw await takenOrNotFound(trx, { caseId, actor, now });
  assertNotOwnProvider(actor, found.provider_id);
  if (!mayAskForDuty(actor, found, assignments)) throw await takenOrNotFound(trx, { caseId, actor, now });
  await assertNotFrozen(trx, found.id, now);
  if (assignee === undefined) await assertNotClaimed(trx, { caseId, actor, now });
  const state = stateAt(found, now);
  const isWaiting = state === 'awaiting_evidence' || state === 'awaiting_correction';
  if (found.kind !== 'review' || !isWaiting || found.for_appeal)
    throw new Problem('invalid-transition', {
      en: `The case is of kind \`${found.kind}\` and \`${state}\`. Only a review by operators that waits for its provider begins without all evidence. Read the case again.`,
      fr: `Le dossier est de type \`${found.kind}\` et dans l’état \`${state}\`. Seul un réexamen ouvert par une équipe et en attente du prestataire commence sans toutes les pièces. Relisez le dossier.`,
    });
  if (assignee === undefined) {
    await assertMayHold(trx, { userId: actor.userId, caseId, duty: 'review' });
    await assertCapacity(trx, app, actor.userId);
  }
  return found;
}

async function cancelCorrection(trx: Trx, { id }: Case, now: Date): Promise<void> {
  const open = (await correctionsOf(trx, [id])).find(({ state }) => state === 'open');
  if (!open) return;
  await restoreMarkedEvidence(trx, open.id);
  await endCorrection(trx, id, 'cancelled', now);
}
