import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import { isNotSuspended } from './in-force.ts';

export async function isSuspended(db: Db, providerId: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ suspended: boolean }>`
    select not ${isNotSuspended(sql`${providerId}::uuid`, at)} as suspended`.execute(db);
  return rows[0]?.suspended !== false;
}
