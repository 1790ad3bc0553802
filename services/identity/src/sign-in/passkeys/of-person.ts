import type { Db, Trx } from '../../app.ts';
import type { PasskeyRow } from './queries.ts';

/** Deletes open challenges and the enrolment too. */
export async function deletePasskeysByPerson(trx: Trx, personId: string): Promise<void> {
  for (const table of ['passkey', 'passkey_challenge', 'passkey_enrolment'] as const)
    await trx.deleteFrom(table).where('person_id', '=', personId).execute();
}

export function findPasskeys(db: Db, personId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkey').selectAll().where('person_id', '=', personId).orderBy('created_at').execute();
}
