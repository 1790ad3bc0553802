import { type Kysely, sql } from 'kysely';

/** Refused requests change these. */
const uncounted = ['rate_limit', 'open_refusal'];

export async function tableHash<Tables>(db: Kysely<Tables>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname = current_schema() and relname <> all(${uncounted})
      and has_table_privilege(pg_class.oid, 'select') order by relname`.execute(db);
  const hashed = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashed, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
