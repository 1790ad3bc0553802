import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { declaredColumns, declaredServices } from './columns.ts';

describe('D1 every column is private, public or derived', () => {
  test.each(declaredServices)(
    'each column of %s is declared exactly once in test/disclosure/columns-of-….ts',
    async (service) => {
      await using database = await cloneDatabase(service);
      expect(declaredColumns(service).sort()).toEqual(await columnsIn(database.owner));
    },
  );
});

async function columnsIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(`
      select c.table_name || '.' || c.column_name as name
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and not exists (
        select from pg_depend where deptype = 'e' and objid = format('public.%I', c.table_name)::regclass)`);
    return rows.map(({ name }) => name).sort();
  } finally {
    await client.end();
  }
}
