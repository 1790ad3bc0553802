import type { Trx } from '../../app.ts';

/** With its open challenges and enrolment. */
export async function deletePasskeysByPerson(trx: Trx, personId: string): Promise<void> {
  for (const table of ['passkey', 'passkey_challenge', 'passkey_enrolment'] as const)
    await trx.deleteFrom(table).where('person_id', '=', personId).execute();
}
