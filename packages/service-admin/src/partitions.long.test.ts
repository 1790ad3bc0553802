import { expect, test } from 'vitest';
import { openPartitions } from '../test/partitions.ts';
import { maintainPartitions } from './partitions.ts';

const weeks = 90;
const limited = (url: string) => Object.assign(new URL(url), { search: '?options=-c%20statement_timeout%3D1000' }).href;

test('drops 90 weeks of 100,000 rows, each in less than a second, while others write', async () => {
  await using world = await openPartitions();
  const { owner } = world;
  await owner.query(`select create_partitions(now() - interval '${weeks * 7} days', ${weeks * 7})`);
  const { rows } = await owner.query<{ week: string }>(
    `
    select right(inhrelid::regclass::text, 8) as week from pg_inherits where inhparent = 'inbox'::regclass order by 1 limit $1`,
    [weeks],
  );
  for (const { week } of rows)
    await owner.query(
      `insert into inbox select n::text, first_id($1::date::timestamp at time zone 'UTC' + interval '1 hour')
       from generate_series(1, 100000) n`,
      [week],
    );
  const writes: number[] = [];
  const ended = new AbortController();
  const writer = await world.connect(limited(world.appUrl));
  const writing = (async () => {
    for (let n = 0; !ended.signal.aborted; n += 1) {
      const start = performance.now();
      await writer.query('insert into inbox values ($1, first_id(now()))', [`writer ${n}`]);
      writes.push(performance.now() - start);
    }
  })();
  const start = performance.now();
  const { dropped } = await maintainPartitions({ url: limited(world.url) });
  const took = performance.now() - start;
  ended.abort();
  await writing;
  expect(dropped).toEqual(expect.arrayContaining(rows.map(({ week }) => `inbox_${week}`)));
  const longest = Math.max(...writes).toFixed(1);
  process.stdout.write(
    `${(took / dropped.length).toFixed(1)} ms a week; the longest of ${writes.length} writes took ${longest} ms\n`,
  );
}, 600_000);
