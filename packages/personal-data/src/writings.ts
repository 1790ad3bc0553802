import type { AnyTrx } from '@trust/service-kit/database/transaction';
import { sql } from 'kysely';

/** Columns of a table with what a person typed. `by` and `at` are columns, or queries for them; both are SQL. */
export type Writings = { table: string; by: string; at: string; texts: readonly string[] };

export type Writing = { record: string; field: string; text: unknown; writtenAt: Date };

/** Finds every text that a person typed into these tables, the oldest of a table first. */
export async function findWritings(trx: AnyTrx, all: readonly Writings[], personId: string): Promise<Writing[]> {
  const found: Writing[] = [];
  for (const { table, by, at, texts } of all) {
    const fields = sql.join(texts.map((text) => sql`(${sql.lit(text)}, to_jsonb(${sql.ref(text)}))`));
    const { rows } = await sql<Writing>`
      select ${sql.lit(table)} as record, typed.field, typed.text, ${sql.raw(at)} as "writtenAt"
      from ${sql.table(table)} cross join lateral (values ${fields}) typed (field, text)
      where ${sql.raw(by)} = ${personId} and typed.text is not null order by "writtenAt", typed.field`.execute(trx);
    found.push(...rows);
  }
  return found;
}
