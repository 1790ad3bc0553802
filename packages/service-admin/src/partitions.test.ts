import { expect, test } from 'vitest';
import { openPartitions } from '../test/partitions.ts';
import { maintainPartitions } from './partitions.ts';

test('a migrated database has the weeks of its kept rows, and of two weeks ahead', async () => {
  await using world = await openPartitions();
  const { rows } = await world.owner.query(`
    select name, days_kept, min(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD')) - current_date as first,
      max(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD')) + 7 - current_date as last, count(*)::int as weeks
    from partitioned_table join pg_inherits on inhparent = to_regclass(name) group by 1, 2 order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(['delivery', 'delivery_attempt', 'inbox', 'outbox']);
  for (const { days_kept, first, last, weeks } of rows) {
    expect(first).toBeLessThanOrEqual(-days_kept);
    expect(first).toBeGreaterThan(-days_kept - 8);
    expect(last).toBeGreaterThanOrEqual(14);
    expect(weeks).toBe((last - first) / 7);
  }
});

test('creates missing weeks and drops expired ones; a second run changes nothing', async () => {
  await using world = await openPartitions();
  const tables = ['delivery', 'delivery_attempt', 'inbox', 'outbox'];
  const before = await Promise.all(tables.map(world.weeks));
  const last = before.map((weeks) => weeks.at(-1) ?? '');
  for (const name of last.slice(2)) await world.owner.query(`drop table ${name}`);
  await world.owner.query("select create_partitions(now() - interval '28 days', 14)");
  const { created, dropped } = await maintainPartitions({ url: world.url });
  expect(created).toEqual(last.slice(2));
  expect(tables.map((table) => dropped.filter((name) => name.startsWith(`${table}_2`)).length)).toEqual([4, 4, 4, 4]);
  expect(await Promise.all(tables.map(world.weeks))).toEqual(before);
  expect(await maintainPartitions({ url: world.url })).toEqual({ created: [], dropped: [] });
});

test('keeps a week with an event that was not sent, or a delivery that waits, and says so', async () => {
  await using world = await openPartitions();
  await world.owner.query("select create_partitions(now() - interval '100 days', 14)");
  const old = "first_id(now() - interval '100 days')";
  await world.app.query(`insert into outbox (id, type, aggregate, payload) values (${old}, 'a.b.c.v1', 'b', '{}')`);
  await world.app.query(
    `insert into delivery (id, event_id, channel, template, user_id, lane, next_try_at, created_at)
     values (${old}, ${old}, 'push', 'case_decided', ${old}, 'fcm', now(), now())`,
  );
  const { rows } = await world.owner.query<{ week: string }>('select tableoid::regclass::text as week from outbox');
  const week = rows[0]?.week ?? '';
  const lines: string[] = [];
  const { dropped } = await maintainPartitions({ url: world.url, report: (line) => lines.push(line) });
  expect(dropped).not.toContain(week);
  expect(lines).toEqual([
    `${week.replace('outbox', 'delivery')} stays: it has rows with state = 'queued'.`,
    `${week} stays: it has rows with sent_at is null.`,
  ]);
  await world.app.query('update outbox set sent_at = now()');
  expect((await maintainPartitions({ url: world.url })).dropped).toEqual([week]);
});

test('the role of maintenance reads no row and makes no table; a service creates and drops no partition', async () => {
  await using world = await openPartitions();
  const [week] = await world.weeks('outbox');
  for (const attack of [
    'select from outbox',
    `select from ${week}`,
    `drop table ${week}`,
    'create table mine (id integer)',
    'update partitioned_table set days_kept = 14',
  ])
    await expect(world.maintainer.query(attack), attack).rejects.toMatchObject({ code: '42501' });
  for (const attack of [
    'select create_partitions(now(), 14)',
    'select drop_old_partition()',
    `select from ${week}`,
    `truncate ${week}`,
    `alter table outbox detach partition ${week}`,
  ])
    await expect(world.app.query(attack), attack).rejects.toMatchObject({ code: '42501' });
});

test('a row of a week without a partition is refused, so no row lands where nobody drops it', async () => {
  await using world = await openPartitions();
  for (const moment of ["now() + interval '40 days'", "now() - interval '60 days'"])
    await expect(world.app.query(`insert into inbox values ('reader', first_id(${moment}))`)).rejects.toThrow(
      'no partition of relation "inbox" found for row',
    );
});
