import { expect, test } from 'vitest';
import { openFolder } from '../../test/migrations-folder.ts';

const table = `create table visit (id uuid primary key default gen_random_uuid(), place text, is_far boolean, times int not null default 0);
insert into visit (place) select 'place ' || n from generate_series(1, 1000) n;`;
const backfill = `-- backfill of visit by id: is_far is new
update visit set is_far = place like '%9', times = times + 1 where id between $1 and $2;`;
const counts = 'select count(*)::int as rows, count(is_far)::int as filled, max(times) as times from visit';

async function openFilled() {
  const folder = await openFolder();
  await folder.query(table);
  folder.writeBackfill('far-visits', backfill);
  await folder.migrated();
  return folder;
}

test('changes each old row once, in batches', async () => {
  await using folder = await openFilled();
  expect(await folder.query('select name, finished_at from backfill')).toEqual([
    { name: 'far-visits', finished_at: null },
  ]);
  expect(await folder.backfilled()).toEqual(['far-visits']);
  expect(await folder.query(counts)).toEqual([{ rows: 1000, filled: 1000, times: 1 }]);
  expect(await folder.query('select rows_done::int, finished_at is not null as done from backfill')).toEqual([
    { rows_done: 1000, done: true },
  ]);
  expect(await folder.backfilled()).toEqual([]);
});

test('goes on after the last batch that was recorded', async () => {
  await using folder = await openFilled();
  const stop = new AbortController();
  await folder.query(`create function stop_once() returns trigger language plpgsql as $$
    begin if new.rows_done >= 300 and old.rows_done < 300 then raise exception 'crash'; end if; return new; end $$`);
  await folder.query('create trigger stop_once before update on backfill for each row execute function stop_once()');
  await expect(folder.backfilled({ signal: stop.signal })).rejects.toThrow('crash');
  const [{ filled }] = await folder.query(counts);
  expect(filled).toBeGreaterThan(0);
  expect(filled).toBeLessThan(1000);
  await folder.query('drop trigger stop_once on backfill');
  expect(await folder.backfilled()).toEqual(['far-visits']);
  expect(await folder.query(counts)).toEqual([{ rows: 1000, filled: 1000, times: 1 }]);
});

test('waits for a row that a service holds', async () => {
  await using folder = await openFilled();
  const service = await folder.connect();
  await service.query('begin');
  await service.query('update visit set place = place');
  const filling = folder.backfilled();
  await expect
    .poll(() =>
      folder.query("select from pg_stat_activity where application_name = 'backfill' and wait_event_type = 'Lock'"),
    )
    .toHaveLength(1);
  await service.query('commit');
  expect(await filling).toEqual(['far-visits']);
});

test('a migration after a backfill waits for its end', async () => {
  await using folder = await openFilled();
  folder.write('required', '-- after backfill far-visits: is_far\nalter table visit alter is_far set not null;');
  await expect(folder.migrated()).rejects.toThrow(/required\.sql waits for the backfill far-visits/);
  await folder.backfilled();
  expect(await folder.migrated()).toEqual(['99990101T0000-required']);
});

test('an empty table has nothing to fill, so a new database needs no backfill', async () => {
  await using folder = await openFolder();
  folder.write('a', 'create table visit (id uuid primary key, is_far boolean);');
  folder.write('b', '-- after backfill far-visits: is_far\nalter table visit alter is_far set not null;');
  folder.writeBackfill('far-visits', backfill.replace(', times = times + 1', '').replace("place like '%9'", 'true'));
  expect(await folder.migrated()).toHaveLength(2);
});

test('refuses a backfill that was edited, has no batches, or whose key is not unique', async () => {
  await using folder = await openFilled();
  folder.writeBackfill('far-visits', backfill.replace('%9', '%8'));
  await expect(folder.backfilled()).rejects.toThrow(/was edited after it was registered/);
  folder.writeBackfill('far-visits', backfill);
  folder.writeBackfill('whole', '-- backfill of visit by id: all at once\nupdate visit set is_far = true;');
  await expect(folder.migrated()).rejects.toThrow(/whole\.sql: a backfill has one statement/);
  folder.writeBackfill('whole', backfill.replace('by id', 'by times'));
  await expect(folder.backfilled()).rejects.toThrow(/visit\.times has no unique index/);
});

test('names the file and the rows of a statement that fails, and leaves them unchanged', async () => {
  await using folder = await openFilled();
  await folder.query('alter table visit add constraint near check (is_far is not true)');
  await expect(folder.backfilled()).rejects.toThrow(
    /far-visits\.sql: .*violates check constraint "near", in the rows from \S+ to \S+\. They are unchanged\.$/,
  );
});
