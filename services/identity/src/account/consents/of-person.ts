import { type Selectable, sql } from 'kysely';
import type { Db } from '../../app.ts';
import type { ConsentEntry } from '../../db/schema.ts';

export type ConsentRow = Pick<Selectable<ConsentEntry>, 'policy_key' | 'version' | 'granted' | 'at'>;

/** Newest first. The first entry of each policy is in force. */
export async function findConsents(db: Db, personId: string, limitPerPolicy: number): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select policy_key, version, granted, at from (
      select *, row_number() over (partition by policy_key order by id desc) as place
      from consent_entry where person_id = ${personId}) entry
    where place <= ${limitPerPolicy} order by id desc`.execute(db);
  return rows;
}
