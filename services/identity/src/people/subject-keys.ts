import type { Db, Sealer, Trx, Vault } from '../app.ts';

export async function createKey(trx: Trx, vault: Vault, subjectId: string, expiresAt?: Date): Promise<Sealer> {
  const wrapped = vault.newKey(subjectId);
  await trx
    .insertInto('data_key')
    .values({ subject_id: subjectId, wrapped, expires_at: expiresAt ?? null })
    .execute();
  return vault.sealer(subjectId, wrapped);
}

/** Undefined once the key is destroyed: nothing sealed under it can be read again. */
export async function findSealer(db: Db, vault: Vault, subjectId: string): Promise<Sealer | undefined> {
  const row = await db.selectFrom('data_key').select('wrapped').where('subject_id', '=', subjectId).executeTakeFirst();
  return row && vault.sealer(subjectId, row.wrapped);
}

export async function destroyKeys(trx: Trx, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await trx.deleteFrom('data_key').where('subject_id', 'in', subjectIds).execute();
}
