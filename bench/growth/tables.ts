import type { Client } from 'pg';

type Column = { name: string; type: string; isIdentity: boolean };
export type Table = { name: string; columns: Column[]; uniques: string[][] };

/** Reads the ids of all uuid columns. Ids that exist before a template is made do not belong to it. */
export async function readIds(client: Client): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const table of await readTables(client)) {
    const columns = table.columns.filter(({ type }) => type === 'uuid' || type === '_uuid');
    for (const { name, type } of columns) {
      const value = type === 'uuid' ? `"${name}"` : `unnest("${name}")`;
      const { rows } = await client.query(`select distinct ${value} as id from "${table.name}"`);
      for (const { id } of rows) if (id) ids.add(id);
    }
  }
  return ids;
}

/** Call it while the tables have their keys. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', y.typname, 'isIdentity', a.attidentity <> '') order by a.attnum)
       from pg_attribute a join pg_type y on y.oid = a.atttypid
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(json_agg((
         select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey))), '[]')
       from pg_index i where i.indrelid = c.oid and i.indisunique and i.indexprs is null) as uniques
    from pg_class c where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  return rows;
}
