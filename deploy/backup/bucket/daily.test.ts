import { expect, test } from 'vitest';
import { backUpDaily, parseTimeOfDay } from './daily.ts';

test('backs up once a day, at once after a missed day, and again after a failure', async () => {
  let now = new Date('2026-11-03T09:00:00Z');
  let last: Date | undefined;
  const taken: string[] = [];
  const errors: unknown[] = [];
  let failures = 1;
  await backUpDaily({
    timeOfDay: parseTimeOfDay('01:30'),
    now: () => now,
    wait: async () => {
      now = new Date(now.getTime() + 15 * 60_000);
      if (taken.length === 2) now = new Date('2026-11-08T01:29:00Z');
    },
    isStopped: () => now > new Date('2026-11-08T02:00:00Z') || taken.length > 3,
    lastBackup: async () => last,
    backUp: async () => {
      if (failures-- > 0) throw new Error('the bucket does not answer');
      last = now;
      taken.push(now.toISOString());
    },
    report: (error) => errors.push(error),
  });
  expect(taken).toEqual([
    '2026-11-03T09:15:00.000Z',
    '2026-11-04T01:30:00.000Z',
    '2026-11-08T01:29:00.000Z',
    '2026-11-08T01:44:00.000Z',
  ]);
  expect(errors).toHaveLength(1);
});

test('refuses an invalid time of day', () => {
  for (const wrong of ['', '1:30', '24:00', '12:60', 'noon'])
    expect(() => parseTimeOfDay(wrong)).toThrow('--daily takes a time of day in UTC such as 01:30');
});
