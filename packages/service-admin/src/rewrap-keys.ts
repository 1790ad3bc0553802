import type { AnyDatabase, AnyTrx } from '@trust/service-kit/database/transaction';
import { sql } from 'kysely';

const batch = 500;
const lowestId = '00000000-0000-0000-0000-000000000000';

type Wrapping = {
  /** It has the columns `id` names and `wrapped`. */
  table: string;
  id: string;
  /** Undefined for a key that stays as it is. */
  rewrap: (id: string, wrapped: Buffer) => Buffer | undefined;
  report: (line: string) => void;
};

/**
 * Wraps the keys in a table again, in a rotation of the secret that wraps them (ADR 0124): 500 in each transaction. After an
 * interruption, call it again. Returns the number of keys that it wrapped.
 */
export async function rewrapKeys(db: AnyDatabase, wrapping: Wrapping): Promise<number> {
  let [after, read, rewrapped] = [lowestId, 0, 0];
  for (;;) {
    const done = await db.transact((trx) => rewrapBatch(trx, wrapping, after));
    if (!done.last) return rewrapped;
    after = done.last;
    read += done.read;
    rewrapped += done.rewrapped;
    wrapping.report(`${read} keys read, ${rewrapped} wrapped again`);
  }
}

async function rewrapBatch(trx: AnyTrx, { table, id, rewrap }: Wrapping, after: string) {
  const [keys, key] = [sql.table(table), sql.ref(id)];
  const { rows } = await sql<{ id: string; wrapped: Buffer }>`
    select ${key} as id, wrapped from ${keys} where ${key} > ${after} order by ${key} limit ${batch} for update`.execute(
    trx,
  );
  const changed = rows.flatMap((row) => {
    const wrapped = rewrap(row.id, row.wrapped);
    return wrapped ? [{ id: row.id, wrapped }] : [];
  });
  const [ids, wraps] = [changed.map((one) => one.id), changed.map(({ wrapped }) => wrapped)];
  if (changed.length > 0)
    await sql`
      update ${keys} k set wrapped = v.wrapped from unnest(${ids}::uuid[], ${wraps}::bytea[]) as v (id, wrapped)
      where k.${key} = v.id`.execute(trx);
  return { last: rows.at(-1)?.id, read: rows.length, rewrapped: changed.length };
}
