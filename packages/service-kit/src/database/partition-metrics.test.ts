import { expect, test } from 'vitest';
import { openWorld } from '../../test/event-world.ts';
import { partitionDaysAhead } from './partition-metrics.ts';

const dayMs = 24 * 60 * 60 * 1000;

test('tells for how many days every table takes rows, as the service, and that a missing week ends them', async () => {
  await using world = await openWorld();
  const now = new Date();
  const days = await partitionDaysAhead(world.db, now);
  expect(days).toBeGreaterThan(13.9);
  expect(days).toBeLessThanOrEqual(21);
  expect(await partitionDaysAhead(world.db, new Date(now.getTime() + 30 * dayMs))).toBeCloseTo(days - 30, 3);
  const owner = await world.owner();
  const { rows } = await owner.query<{ week: string }>(
    `select max(inhrelid::regclass::text) as week from pg_inherits where inhparent = 'outbox'::regclass`,
  );
  await owner.query(`drop table ${rows[0]?.week}`);
  expect(await partitionDaysAhead(world.db, now)).toBeCloseTo(days - 7, 3);
  const weeks = await owner.query<{ week: string }>(
    `select inhrelid::regclass::text as week from pg_inherits where inhparent = 'outbox'::regclass`,
  );
  for (const { week } of weeks.rows) await owner.query(`drop table ${week}`);
  expect(await partitionDaysAhead(world.db, now)).toBeLessThan(0);
});
