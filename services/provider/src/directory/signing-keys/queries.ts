import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import type { SigningKey } from '../../db/schema.ts';

export type KeyRow = Selectable<SigningKey>;

/** In the order in which they replace each other. */
export async function listSigningKeys(db: Db): Promise<KeyRow[]> {
  const rows = await db.selectFrom('signing_key').selectAll().execute();
  const next = new Map(rows.map((row) => [row.replaces, row]));
  const chain: KeyRow[] = [];
  for (let key = next.get(null); key; key = next.get(key.kid)) chain.push(key);
  return chain;
}

/** False if another replica or command has stored a key in the same place. */
export async function insertSigningKey(db: Db, key: Insertable<SigningKey>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('signing_key')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function retireSigningKey(
  db: Db,
  kid: string,
  { at, isCompromised }: { at: Date; isCompromised: boolean },
): Promise<void> {
  await sql`
    update signing_key set sealed = null, retired_at = coalesce(retired_at, ${at}), is_compromised = ${isCompromised}
    where kid = ${kid}`.execute(db);
}
