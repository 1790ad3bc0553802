import type { Db, Trx } from '../app.ts';

export async function findWorkspace(db: Db, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('assignment', 'assignment.id', 'session.workspace_assignment_id')
    .select('provider_id')
    .where('session.id', '=', sessionId)
    .executeTakeFirst();
  return row?.provider_id;
}

export async function chooseWorkspace(trx: Trx, sessionId: string, assignmentId: string): Promise<boolean> {
  const result = await trx
    .updateTable('session')
    .set({ workspace_assignment_id: assignmentId })
    .where('id', '=', sessionId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
