import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type DeclaredService, declaredColumns, declaredServices, personalColumns } from './columns.ts';
import { personalData } from './personal-data.ts';

describe('D1 every column is private, public or derived', () => {
  test.each(declaredServices)(
    'each column of %s whose type can hold private values is declared once in columns-of-….ts',
    async (service) => {
      await using database = await cloneDatabase(service);
      const declared = declaredColumns(service).sort();
      expect(declared).toEqual(await columnsToDeclare(database.owner));
      await withClient(database.owner, (client) =>
        client.query('alter table outbox add remark text, add about uuid[]'),
      );
      expect(await columnsToDeclare(database.owner)).toEqual([...declared, 'outbox.remark', 'outbox.about'].sort());
    },
  );
});

describe('P2 personal-data.ts says how the data of a person leaves the platform', () => {
  test.each(declaredServices)('each column of %s with the words or the id of a person is listed', (service) => {
    const listed = Object.entries(personalData[service]).map(([table, entries]) => [
      table,
      // Twice if the words of two kinds of owners are in it.
      [...new Set(entries.flatMap(({ columns }) => columns.split(' ')))].sort(),
    ]);
    expect(Object.fromEntries(listed)).toEqual(personalColumns(service));
  });

  test.each(declaredServices)('each key of %s finds rows, and each way out says whether data goes', async (service) => {
    await using database = await cloneDatabase(service);
    await withClient(database.owner, async (client) => {
      for (const { table, columns, key, out } of entriesOf(service)) {
        if (key !== 'itself' && key !== null)
          await client.query(`select ${key}, ${columns.join()} from ${table} limit 0`);
        expect(out.exported).toMatch(/^(as|with|in|by|no:) /);
        expect(out.erased).toMatch(/^(deleted|later:|stays:)/);
      }
    });
  });
});

function entriesOf(service: DeclaredService) {
  return Object.entries(personalData[service]).flatMap(([table, entries]) =>
    entries.map((entry) => ({ ...entry, table, columns: entry.columns.split(' ') })),
  );
}

/** All but times, whole numbers, flags, and words of a closed list: of an enum, or of a check of this column alone. */
function columnsToDeclare(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(String.raw`
      select c.relname || '.' || a.attname as name
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type own on own.oid = a.atttypid
      join pg_type t on t.oid = case own.typcategory when 'A' then own.typelem else own.oid end
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend where deptype = 'e' and objid = c.oid)
        and t.typtype <> 'e' and t.typname not in ('timestamptz', 'int2', 'int4', 'int8', 'xid8', 'bool')
        and not exists (
          select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ format('^CHECK \(\(%s (= ANY \(|<@ )ARRAY\[[^]]*\]\)*$', a.attname))`);
    return rows.map(({ name }) => name).sort();
  });
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
