import type { PayloadOf } from '@trust/contracts/event';
import type { fieldWorkAssignmentChanged } from '@trust/contracts/events/operations';
import type { Db, Trx } from '../../app.ts';

export async function saveAssignment(trx: Trx, payload: PayloadOf<typeof fieldWorkAssignmentChanged>): Promise<void> {
  const facts = {
    case_id: payload.caseId,
    provider_id: payload.providerId,
    requirement_key: payload.requirementKey,
    assignee_id: payload.assigneeId,
    is_open: payload.isOpen,
  };
  await trx
    .insertInto('field_work_assignment')
    .values({ work_item_id: payload.workItemId, ...facts })
    .onConflict((conflict) => conflict.column('work_item_id').doUpdateSet(facts))
    .execute();
}

/** Undefined unless the agent is assigned. */
export function findOwnAssignment(db: Db, workItemId: string, agentId: string) {
  return db
    .selectFrom('field_work_assignment')
    .selectAll()
    .where('work_item_id', '=', workItemId)
    .where('assignee_id', '=', agentId)
    .executeTakeFirst();
}
