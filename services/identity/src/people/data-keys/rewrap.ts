import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Stores } from '../with-vault.ts';

const batch = 500;

type Key = { subject_id: string; wrapped: Buffer };

/**
 * Wraps every data key with the current secret that another accepted one has wrapped. A repeat continues: keys that
 * the current secret opens stay as they are. New keys meanwhile have the current secret.
 */
export async function rewrapDataKeys(
  { db, vault }: Stores,
  report: (rewrapped: number, read: number) => void = () => {},
): Promise<number> {
  let [after, rewrapped, read] = ['00000000-0000-0000-0000-000000000000', 0, 0];
  for (;;) {
    const keys = await db.transact(async (trx) => {
      const found = await lockKeysAfter(trx, after);
      const old = found.flatMap(({ subject_id, wrapped }) => {
        const again = vault.rewrap(subject_id, wrapped);
        return again ? [{ subject_id, wrapped: again }] : [];
      });
      await updateKeys(trx, old);
      return { count: old.length, read: found.length, last: found.at(-1)?.subject_id };
    });
    if (!keys.last) return rewrapped;
    after = keys.last;
    rewrapped += keys.count;
    read += keys.read;
    report(rewrapped, read);
  }
}

async function lockKeysAfter(trx: Trx, after: string): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select subject_id, wrapped from data_key where subject_id > ${after}
    order by subject_id limit ${batch} for update`.execute(trx);
  return rows;
}

async function updateKeys(trx: Trx, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  const [ids, wraps] = [keys.map(({ subject_id }) => subject_id), keys.map(({ wrapped }) => wrapped)];
  await sql`
    update data_key k set wrapped = v.wrapped from unnest(${ids}::uuid[], ${wraps}::bytea[]) as v (subject_id, wrapped)
    where k.subject_id = v.subject_id`.execute(trx);
}
