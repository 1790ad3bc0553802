import { type QueryExecutorProvider, sql } from 'kysely';
import { sqlState } from './sql-error.ts';

/** For development and tests: names the grants missing behind "permission denied". */
export async function missingGrant(db: QueryExecutorProvider, error: unknown): Promise<Error | undefined> {
  const table = sqlState(error) === '42501' && /for (?:table|view) (\S+)/.exec((error as Error).message)?.[1];
  if (!table) return undefined;
  const { rows } = await sql<{ missing: string }>`
    select privilege || ' (' || string_agg(attname, ', ' order by attnum) || ')' as missing
    from pg_attribute, unnest(array['select', 'insert', 'update']) as privilege
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and not has_column_privilege(attrelid, attnum, privilege)
    group by privilege
    union all select 'delete' where not has_table_privilege(${table}, 'delete')`.execute(db);
  const missing = rows.map((row) => row.missing).join(', ');
  const message = `The service may not ${missing} on the table ${table}. Grant what the statement needs in a new migration.`;
  return new Error(message, { cause: error });
}
