import type { Db } from '../../app.ts';

/** Of the open visit that the operator is assigned to. */
export async function findVisitedProvider(db: Db, workItemId: string, agentId: string): Promise<string | undefined> {
  const query = db
    .selectFrom('visit_agent')
    .select('provider_id')
    .where('work_item_id', '=', workItemId)
    .where('assignee_id', '=', agentId)
    .where('is_open', '=', true);
  return (await query.executeTakeFirst())?.provider_id;
}
