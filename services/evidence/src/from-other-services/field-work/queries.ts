import type { Db } from '../../app.ts';

/** Undefined unless the agent is assigned. */
export function findOwnAssignment(db: Db, workItemId: string, agentId: string) {
  return db
    .selectFrom('field_work_assignment')
    .selectAll()
    .where('work_item_id', '=', workItemId)
    .where('assignee_id', '=', agentId)
    .executeTakeFirst();
}
