import type { Actor } from '@trust/contracts/actor';
import { requireFreshSignIn } from '@trust/service-kit/actors/step-up';
import { conflict, Problem } from '@trust/service-kit/problems/problem';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { withPermission } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../app.ts';
import { announceDuties } from '../case/effects/announce-changes.ts';
import { notifyOfDuty } from '../case/effects/notify-assignees.ts';
import { activeAssignments, assigneeOf, endAssignment, insertAssignment } from '../case/record/assignments.ts';
import { assertCapacity } from '../case/record/claim-duty.ts';
import { defaultDuty, permissionFor, permittedDuties, stateFor } from '../case/record/duty.ts';
import { type Case, findCase, lockCase } from '../case/record/queries.ts';
import {
  assertMayHold,
  assertNotOwnProvider,
  mapDutyErrors,
  permissionNotYetKnown,
} from '../case/record/separation-of-duties.ts';
import { stateAt } from '../case/record/transitions.ts';
import { mayAskForDuty } from '../case/record/visibility.ts';
import type { CaseDuty } from '../db/schema.ts';
import { assertNotBlocked } from '../from-other-services/assert-not-blocked.ts';
import { assertNotFrozen } from '../from-other-services/assert-not-frozen.ts';
import { lockAssignee } from '../from-other-services/operators.ts';
import { assertNotClaimed, takenOrNotFound } from '../holding/taken.ts';
import { startAppeal } from '../outcome/appeals/change-appeal.ts';

export type Assigning = {
  actor: Actor;
  request: RequestInfo;
  params: { caseId: string };
  body: { assigneeId?: string | undefined; duty?: CaseDuty | undefined; reason: string };
};

type Asking = Pick<Assigning, 'actor' | 'params'> & { choice: Partial<Assigning['body']> };
type Assignable = { found: Case; duty: CaseDuty; assigneeId: string; current: string | undefined };

/** Locks assignee and case. Without `assigneeId` the actor claims the duty. */
export async function lockAssignable({ actor, params, choice }: Asking, app: App, trx: Trx): Promise<Assignable> {
  const assigneeId = choice.assigneeId ?? actor.userId;
  const isSelf = assigneeId === actor.userId;
  assertCanAssign(actor, assigneeId, choice.duty);
  if (!isSelf) requireFreshSignIn(actor, app.now());
  const known = permittedDuties(await lockAssignee(trx, assigneeId));
  const now = app.now();
  const { found, before } = await findVisible(trx, await lockCase(trx, params.caseId), { ...params, actor, now });

  const state = stateAt(found, now);
  // The actor's assertion may be newer than the event with their permissions.
  const permitted = isSelf ? permittedDuties(actor.permissions) : known;
  const duty = choice.duty ?? defaultDuty(permitted, state);
  if (!duty || !known.includes(duty)) throw missingPermission(isSelf);
  const current = assigneeOf(before, duty);
  const canReassign = actor.permissions.includes('verification.cases.assign');
  if (current !== undefined && current !== actor.userId && !canReassign)
    throw await takenOrNotFound(trx, { caseId: found.id, actor, now });
  assertWaitsFor(duty, state);
  if (current === assigneeId) throw alreadyAssigned();
  if (current !== undefined) await assertNotBlocked(trx, found.id, now);
  if (isSelf) await assertNotClaimed(trx, { caseId: found.id, actor, now });
  await assertMayHold(trx, { userId: assigneeId, caseId: found.id, duty });
  await assertCapacity(trx, app, assigneeId);
  return { found, duty, assigneeId, current };
}

/** Whether the duty could be given to somebody. Who is named for it is judged, and locked before the case, by `lockAssignable`. */
export async function findGivable({ actor, params, choice }: Asking, app: App, trx: Trx): Promise<void> {
  if (choice.assigneeId) assertCanAssign(actor, choice.assigneeId, choice.duty);
  const now = app.now();
  const { found, before } = await findVisible(trx, await findCase(trx, params.caseId), { ...params, actor, now });
  if (!choice.duty || choice.assigneeId) return;
  assertWaitsFor(choice.duty, stateAt(found, now));
  if (assigneeOf(before, choice.duty) !== undefined) await assertNotBlocked(trx, found.id, now);
}

export async function assignDuty(
  trx: Trx,
  app: App,
  input: Assigning,
  { found, duty, assigneeId, current }: Assignable,
): Promise<Case> {
  const { actor, body } = input;
  const isSelf = assigneeId === actor.userId;
  const now = app.now();
  await mapDutyErrors(async () => {
    await endAssignment(trx, { caseId: found.id, duty, because: 'assigned' }, now);
    await insertAssignment(trx, {
      id: app.newId(),
      case_id: found.id,
      duty,
      assignee_id: assigneeId,
      assigned_by: actor.userId,
      reason: body.reason,
      assigned_at: now,
    });
  });
  if (duty === 'appeal') await startAppeal(trx, app, found);
  await announceDuties(trx, app, found);
  if (!isSelf) await notifyOfDuty(trx, { userId: assigneeId, template: 'work_assigned', caseId: found.id });
  if (current !== undefined && current !== actor.userId)
    await notifyOfDuty(trx, { userId: current, template: 'work_lost', caseId: found.id });
  const isClaim = isSelf && current === undefined;
  await audit(trx, withPermission(input, isClaim ? permissionFor[duty] : 'verification.cases.assign'), {
    objectType: 'verification_case',
    objectId: found.id,
    reason: body.reason,
    before: { duty, assigneeId: current ?? null },
    after: { duty, assigneeId },
  });
  return found;
}

/** Before the case is read, so that 403 does not disclose whether it exists. */
function assertCanAssign({ userId, permissions }: Actor, assigneeId: string, duty: CaseDuty | undefined): void {
  const own = permittedDuties(permissions);
  const isAllowed =
    assigneeId === userId
      ? duty === undefined
        ? own.length > 0
        : own.includes(duty)
      : permissions.includes('verification.cases.assign');
  if (!isAllowed) throw new Problem('forbidden');
}

async function findVisible(trx: Trx, found: Case | undefined, asked: { caseId: string; actor: Actor; now: Date }) {
  if (!found) throw await takenOrNotFound(trx, asked);
  const before = await activeAssignments(trx, found.id);
  assertNotOwnProvider(asked.actor, found.provider_id);
  if (!mayAskForDuty(asked.actor, found, before)) throw await takenOrNotFound(trx, asked);
  await assertNotFrozen(trx, found.id, asked.now);
  return { found, before };
}

function missingPermission(isSelf: boolean): Problem {
  if (isSelf) return permissionNotYetKnown();
  return new Problem('state-conflict', undefined, { errors: [{ field: 'assigneeId', code: 'permission_missing' }] });
}

function assertWaitsFor(duty: CaseDuty, state: Case['state']): void {
  if (state === stateFor[duty]) return;
  throw new Problem('invalid-transition', {
    en: `The case is \`${state}\`. The duty \`${duty}\` can be assigned while the case is \`${stateFor[duty]}\`.`,
    fr: `Le dossier est dans l’état \`${state}\`. La tâche \`${duty}\` s’attribue dans l’état \`${stateFor[duty]}\`.`,
  });
}

function alreadyAssigned(): Problem {
  return conflict({
    en: 'This person is already assigned to the duty.',
    fr: 'Cette personne est déjà chargée de cette tâche.',
  });
}
