import { expect, test } from 'vitest';
import { largeTableFaults } from './large-tables.ts';

const faultsOf = (...texts: string[]) =>
  largeTableFaults(texts.map((text, index) => ({ path: `${index + 1}.sql`, text })));

test.each([
  ['create index on visit (place);', 'Nobody writes visit while the index is made.'],
  ['create unique index visit_place on visit (place);', 'Nobody writes visit while the index is made.'],
  ['update visit set place = 1;', 'One statement changes all rows of visit.'],
  [
    'with gone as (delete from visit returning id) select count(*) from gone;',
    'One statement changes all rows of visit.',
  ],
  ['delete from visit where place is null;', 'One statement changes all rows of visit.'],
  ['alter table visit alter column place type bigint;', 'Another type of visit.place rewrites the table.'],
  ['alter table visit alter column place set not null;', 'visit.place is checked while nobody reads the table.'],
  ['alter table visit add check (place > 0);', 'All rows of visit are checked while nobody writes it.'],
  ['alter table visit add foreign key (place) references place;', 'All rows of visit are checked'],
  ['alter table visit add unique (place);', 'Nobody uses visit while the index of the constraint is made.'],
  ['alter table visit add exclude using gist (span with &&);', 'Nobody uses visit while the exclusion constraint'],
  ['alter table visit add key uuid default gen_random_uuid();', 'The value of visit.key differs by row'],
  ['alter table visit add key uuid default pg_catalog.gen_random_uuid();', 'The value of visit.key differs by row'],
  ['alter table visit add at timestamptz default clock_timestamp();', 'The value of visit.at differs by row'],
  ['alter table visit add n int generated always as identity;', 'The value of visit.n differs by row'],
  ['alter table visit add n int generated always as (place + 1) stored;', 'The value of visit.n differs by row'],
  ['vacuum full visit;', '`vacuum full` rewrites visit.'],
])('refuses %s', async (statement, what) => {
  const faults = await faultsOf(`select 1;\n\n${statement}`);
  expect(faults).toEqual([expect.stringContaining(`1.sql:3: ${what}`)]);
  expect(await faultsOf(`-- small table visit: one row for each category\n${statement}`)).toEqual([]);
  expect(await faultsOf(`create table visit (place int, span int4range);\n${statement}`)).toEqual([]);
});

test.each([
  '-- outside a transaction: visits are written\ncreate index concurrently on visit (place);',
  'alter table visit add note text;',
  "alter table visit add note text not null default '';",
  'alter table visit add at timestamptz not null default now();',
  'alter table visit add check (place > 0) not valid;',
  'alter table visit validate constraint place_is_set;',
  'alter table visit add primary key using index visit_id;',
  'vacuum visit;',
  'drop table visit;',
  'insert into visit values (1);',
])('accepts %s', async (statement) => {
  expect(await faultsOf(statement)).toEqual([]);
});

test('a column is required once a constraint was validated in a migration of its own', async () => {
  const add = 'alter table visit add constraint place_is_set check (place is not null) not valid;';
  const validate = 'alter table visit validate constraint place_is_set;';
  const require = 'alter table visit alter column place set not null;';
  expect(await faultsOf(add, validate, require)).toEqual([]);
  expect(await faultsOf(`${add}\n${validate}`, require)).toEqual([
    expect.stringContaining('1.sql:2: The constraint is validated while an earlier statement'),
  ]);
});

test('demands `analyze` after an index of an expression, which has no statistics before it', async () => {
  const index = '-- outside a transaction: visits are written\ncreate index concurrently on visit (lower(place));';
  expect(await faultsOf(index)).toEqual([
    expect.stringMatching(/^1\.sql:2: The planner knows nothing of the expression.*Add `analyze visit;`/),
  ]);
  expect(await faultsOf(`${index}\nanalyze visit;`)).toEqual([]);
  expect(await faultsOf(index, 'analyze visit;')).toEqual([]);
  expect(await faultsOf('analyze visit;', index)).toHaveLength(1);
});

test('a block is refused, because nobody sees which tables it changes', async () => {
  expect(await faultsOf('do $$ begin update visit set place = 1; end $$;')).toEqual([
    expect.stringContaining('1.sql:1: A block hides which tables it changes.'),
  ]);
});

test('a write in the body of a new function changes no table', async () => {
  const body = 'create function f() returns void language sql begin atomic update visit set place = 1; end;';
  expect(await faultsOf(body)).toEqual([]);
});
