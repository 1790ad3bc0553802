import { type QueryExecutorProvider, sql } from 'kysely';
import { sqlState } from './sql-error.ts';

/** Development and tests use it: returns the grant that a statement lacked ("permission denied"). */
export async function missingGrant(db: QueryExecutorProvider, error: unknown): Promise<Error | undefined> {
  const { message, statement = '' } = error as { message: string; statement?: string };
  const table = sqlState(error) === '42501' && /for (?:table|view) (\S+)/.exec(message)?.[1];
  if (!table) return undefined;
  // Each privilege covers the columns in one part of the statement.
  const [set = '', inserted = ''] = [/\bset .*?(?=\bwhere\b|\breturning\b|$)/is, /\binsert into \S+ \([^)]*\)/i].map(
    (part) => part.exec(statement)?.[0],
  );
  const rest = statement.replace(set, '').replace(inserted, '');
  const { rows } = await sql<{ missing: string }>`
    select privilege || ' (' || string_agg(attname, ', ' order by attnum) || ')' as missing
    from pg_attribute, (values ('select', ${rest}), ('insert', ${inserted}), ('update', ${set})) as part (privilege, text)
    where attrelid = ${table}::regclass and attnum > 0 and strpos(text, '"' || attname || '"') > 0
      and not has_column_privilege(attrelid, attnum, privilege)
    group by privilege
    union all select 'delete' where ${statement} ~* 'delete from'
      and not has_table_privilege(${table}, 'delete')`.execute(db);
  const grant = `grant ${rows.map((row) => row.missing).join(', ') || '…'} on ${table} to service_app;`;
  return new Error(`${message}. Add to its migration, or to a new one if that is released: ${grant}`, { cause: error });
}
