import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';

export async function isPasskeySession(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('authenticated_by', '=', 'passkey')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findSessionsOfPasskeys(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from session where passkey_id = any(${ids}) and state = 'active' order by id`.execute(trx);
  return rows.map(({ id }) => id);
}
