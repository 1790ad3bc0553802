import type { Actor } from '@trust/contracts/actor';
import { Problem } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import type { CaseDuty } from '../../db/schema.ts';
import { assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { lockCasesOfDocuments } from '../../from-other-services/evidence-versions.ts';
import { lockOperator } from '../../from-other-services/operators.ts';
import { takenOrNotFound } from '../../holding/taken.ts';
import { activeAssignments, assigneeOf } from './assignments.ts';
import { type Case, lockCase } from './queries.ts';
import { assertNotOwnProvider } from './separation-of-duties.ts';
import { stateAt } from './transitions.ts';

/** Locks a case for its assigned reviewer; 404 for everybody else (promise D2). */
export async function lockReviewedCase(trx: Trx, caseId: string, actor: Actor, now: Date): Promise<Case> {
  const found = await lockAssignedCase(trx, caseId, actor, 'review', now);
  assertInReview(found, now);
  return found;
}

export function assertInReview(found: Case, now: Date): void {
  const state = stateAt(found, now);
  if (state !== 'in_review')
    throw new Problem('invalid-transition', {
      en: `The case is \`${state}\`, not \`in_review\`. Read it again.`,
      fr: `Le dossier est dans l’état \`${state}\` et non \`in_review\`. Relisez-le.`,
    });
}

/** In any state; 404 for everybody but the assignee of the duty (promise D2). */
export async function lockAssignedCase(
  trx: Trx,
  caseId: string,
  actor: Actor,
  duty: CaseDuty,
  now: Date,
): Promise<Case> {
  await lockOperator(trx, actor.userId);
  await lockCasesOfDocuments(trx, caseId);
  const found = await lockCase(trx, caseId);
  if (!found || assigneeOf(await activeAssignments(trx, caseId), duty) !== actor.userId)
    throw await takenOrNotFound(trx, { caseId, actor, now });
  assertNotOwnProvider(actor, found.provider_id);
  await assertNotFrozen(trx, caseId, now);
  return found;
}
