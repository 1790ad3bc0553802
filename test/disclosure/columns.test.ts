import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { declaredColumns, declaredServices, tablesOfPersons } from './columns.ts';
import { personalData } from './personal-data.ts';

describe('D1 every column is private, public or derived', () => {
  test.each(declaredServices)(
    'each column of %s whose type can hold private values is declared once in columns-of-….ts',
    async (service) => {
      await using database = await cloneDatabase(service);
      expect(declaredColumns(service).sort()).toEqual(await columnsToDeclare(database.owner));
    },
  );
});

test.each(declaredServices)('P2 personal-data.ts says of each table of %s how a person’s data leaves it', (service) => {
  expect(Object.keys(personalData[service]).sort()).toEqual(tablesOfPersons(service).sort());
});

/** All but times, whole numbers, flags, and words of a closed list: of an enum, or of a check of this column alone. */
async function columnsToDeclare(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(String.raw`
      select c.relname || '.' || a.attname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type own on own.oid = a.atttypid
      join pg_type t on t.oid = case own.typcategory when 'A' then own.typelem else own.oid end
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not exists (select from pg_depend where deptype = 'e' and objid = c.oid)
        and t.typtype <> 'e' and t.typname not in ('timestamptz', 'int2', 'int4', 'int8', 'xid8', 'bool')
        and not exists (
          select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ format('^CHECK \(\(%s (= ANY \(|<@ )ARRAY\[[^]]*\]\)*$', a.attname))`);
    return rows.map(({ name }) => name).sort();
  } finally {
    await client.end();
  }
}
