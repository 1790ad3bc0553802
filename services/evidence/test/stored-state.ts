import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Evidence } from './service.ts';

/** Refused requests change these. */
const uncounted = ['rate_limit', 'open_refusal'];

export async function tableHash<Tables>(db: Kysely<Tables>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname = current_schema() and relname <> all(${uncounted})
      and has_table_privilege(pg_class.oid, 'select') order by relname`.execute(db);
  const hashed = tables.map(
    ({ name }) =>
      sql`select ${sql.lit(name)} as name, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(hashed, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}

export async function snapshot(evidence: Evidence) {
  const { rows } = await sql`
    select (select jsonb_agg(t order by id) from upload_intent t) as intents,
      (select jsonb_agg(t order by id) from upload_session t) as sessions,
      (select jsonb_agg(t order by id) from evidence_version t) as versions,
      (select jsonb_agg(t order by version_id) from evidence_processing t) as processing,
      (select jsonb_agg(t order by id) from evidence_item t) as items,
      (select count(*) from outbox) as events`.execute(evidence.db);
  return { rows, objects: (await readdir(join(evidence.folder, 'objects'))).sort() };
}
