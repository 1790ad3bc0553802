import type { Database } from '@trust/service-kit/database/db';
import { sql } from 'kysely';
import type { Names, Trx } from '../app.ts';
import type { DB } from '../db/schema.ts';

const batch = 500;

type Key = { owner_id: string; wrapped: Buffer };

/** Wraps every key of names with the current secret. A repeat continues: keys that it opens stay as they are. */
export async function rewrapNameKeys(db: Database<DB>, names: Pick<Names, 'rewrap'>): Promise<number> {
  let [after, rewrapped] = ['00000000-0000-0000-0000-000000000000', 0];
  for (;;) {
    const { last, count } = await db.transact((trx) => rewrapBatch(trx, names, after));
    if (!last) return rewrapped;
    after = last;
    rewrapped += count;
  }
}

async function rewrapBatch(trx: Trx, names: Pick<Names, 'rewrap'>, after: string) {
  const { rows } = await sql<Key>`
    select owner_id, wrapped from name_key where owner_id > ${after} order by owner_id limit ${batch} for update`.execute(
    trx,
  );
  const old = rows.flatMap(({ owner_id, wrapped }) => {
    const again = names.rewrap(owner_id, wrapped);
    return again ? [{ owner_id, wrapped: again }] : [];
  });
  const [ids, wraps] = [old.map(({ owner_id }) => owner_id), old.map(({ wrapped }) => wrapped)];
  if (old.length > 0)
    await sql`
      update name_key k set wrapped = v.wrapped from unnest(${ids}::uuid[], ${wraps}::bytea[]) as v (owner_id, wrapped)
      where k.owner_id = v.owner_id`.execute(trx);
  return { last: rows.at(-1)?.owner_id, count: old.length };
}
