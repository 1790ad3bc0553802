import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Passkey, PasskeyChallenge } from '../../db/schema.ts';

export type PasskeyRow = Selectable<Passkey>;

export async function insertChallenge(trx: Trx, row: Insertable<PasskeyChallenge>): Promise<void> {
  await trx.insertInto('passkey_challenge').values(row).execute();
}

/** Outside a transaction, so that no rollback makes the challenge valid again. */
export function takeChallenge(db: Db, { id, personId }: { id: string; personId: string | null }, now: Date) {
  return db
    .deleteFrom('passkey_challenge')
    .where('id', '=', id)
    .where('person_id', 'is not distinct from', personId)
    .where('expires_at', '>', now)
    .returning(['challenge', 'enrolment_hash'])
    .executeTakeFirst();
}

export function findPasskeyByCredential(db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

/** False if another person or passkey has the credential id. */
export async function insertPasskey(trx: Trx, row: Insertable<Passkey>): Promise<boolean> {
  const result = await trx
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Undefined if it was revoked. */
export async function lockPasskey(trx: Trx, id: string): Promise<PasskeyRow | undefined> {
  return trx.selectFrom('passkey').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateSignCount(trx: Trx, id: string, signCount: number, now: Date): Promise<void> {
  await trx
    .updateTable('passkey')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function deletePasskeys(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom('passkey').where('id', 'in', ids).execute();
}

export async function upsertEnrolment(
  trx: Trx,
  row: { person_id: string; token_hash: Buffer; expires_at: Date },
): Promise<void> {
  const { token_hash, expires_at } = row;
  await trx
    .insertInto('passkey_enrolment')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ token_hash, expires_at }))
    .execute();
}

export async function hasEnrolment(db: Db, personId: string, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('passkey_enrolment')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteEnrolment(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('passkey_enrolment').where('person_id', '=', personId).execute();
}
