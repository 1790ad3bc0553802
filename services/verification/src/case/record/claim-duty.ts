import type { Actor } from '@trust/contracts/actor';
import { Problem } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import type { CaseDuty } from '../../db/schema.ts';
import { activeAssignments, assigneeOf, countUnfinishedCases, insertAssignment } from './assignments.ts';
import type { Case } from './queries.ts';
import { mapDutyErrors } from './separation-of-duties.ts';

/** Assigns a free duty to the actor, with the first step of its work. False if it has an assignee. */
export async function claimFreeDuty(
  trx: Trx,
  app: App,
  { id }: Pick<Case, 'id'>,
  { duty, actor, reason }: { duty: CaseDuty; actor: Actor; reason: string },
): Promise<boolean> {
  if (assigneeOf(await activeAssignments(trx, id), duty) !== undefined) return false;
  await mapDutyErrors(() =>
    insertAssignment(trx, {
      id: app.newId(),
      case_id: id,
      duty,
      assignee_id: actor.userId,
      assigned_by: actor.userId,
      reason,
      assigned_at: app.now(),
    }),
  );
  return true;
}

export async function assertCapacity(
  trx: Trx,
  { casesPerOperator: maximum, now }: App,
  assigneeId: string,
): Promise<void> {
  if ((await countUnfinishedCases(trx, assigneeId, now())) < maximum) return;
  throw new Problem('state-conflict', undefined, { errors: [{ field: 'assigneeId', code: 'workload_full', maximum }] });
}
