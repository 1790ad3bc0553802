import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

/** Assignments to closed providers are not in this table. */
export async function findSoleOwnerships(trx: Trx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from assignment own where user_id = ${personId} and role = 'owner' and not exists (
      select from assignment other
      where other.provider_id = own.provider_id and other.role = 'owner' and other.user_id <> own.user_id)
    order by provider_id`.execute(trx);
  return rows.map((row) => row.provider_id);
}
