import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { PersonNaming } from '../../db/schema.ts';
import type { SealedSubject } from '../../provider-record/checked-name.ts';

export type NamingRow = SealedSubject & {
  subject_id: string;
  user_id: string;
  representative_id: string | null;
  named_at: Date;
  expires_at: Date;
  ends_claim_ids: string[];
  declined_at: Date | null;
};

export async function findNaming(db: Db, providerId: string): Promise<NamingRow | undefined> {
  const { rows } = await sql<NamingRow>`
    select n.id as subject_id, 'person' as about, n.sealed_name, n.user_id as name_owner_id, k.wrapped, null as public_form,
      n.user_id, r.id as representative_id, n.named_at, n.expires_at, n.ends_claim_ids, n.declined_at
    from person_naming n
    left join name_key k on k.owner_id = n.user_id
    left join representative r on r.provider_id = n.provider_id and r.user_id = n.user_id and r.ended_at is null
    where n.provider_id = ${providerId}`.execute(db);
  return rows[0];
}

export async function insertNaming(trx: Trx, naming: Insertable<PersonNaming>): Promise<void> {
  await trx.insertInto('person_naming').values(naming).execute();
}

export async function declineNaming(trx: Trx, id: string, at: Date): Promise<void> {
  // Never before `named_at`, which another replica's clock wrote.
  const declined_at = sql<Date>`greatest(${at}, named_at)`;
  await trx.updateTable('person_naming').set({ declined_at }).where('id', '=', id).execute();
}
