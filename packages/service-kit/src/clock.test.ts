import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eventually } from '../../../demo/client.ts';
import { clockShift, databaseNow, followClock, platformNow } from './clock.ts';
import { startLoop, wakeLoops } from './loop.ts';
import { openLog } from './observability/log.ts';
import { openRateLimits } from './rate-limits/rate-limit.ts';

const yearMs = 365 * 86_400_000;

function clockFile(): Disposable & { name: string; write(shift: string): void } {
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  const name = join(folder, 'clock');
  return {
    name,
    write: (shift) => writeFileSync(name, shift),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

const development = (file: string) => ({ TRUST_MODE: 'development', DEVELOPMENT_CLOCK_FILE: file });

test.each(['production', undefined])('refuses to follow a clock in the mode %s', (TRUST_MODE) => {
  expect(() => followClock({ TRUST_MODE, DEVELOPMENT_CLOCK_FILE: '/tmp/clock' })).toThrow('is for development');
  expect(clockShift()).toBe(0);
});

test('has the time of the file, of the machine without it, and none of the future', () => {
  using file = clockFile();
  {
    using _clock = followClock(development(file.name));
    expect(clockShift()).toBe(0);
    file.write(String(-yearMs));
    const shown = platformNow().getTime();
    // Read after it: a millisecond may pass between the two.
    expect(Date.now() - shown).toBeGreaterThanOrEqual(yearMs);
    file.write('1');
    expect(platformNow).toThrow('0 or less');
  }
  expect(clockShift()).toBe(0);
});

test('wakes loops when it moves', async () => {
  using file = clockFile();
  file.write(String(-yearMs));
  using _clock = followClock(development(file.name), wakeLoops);
  const turns: number[] = [];
  await using _loop = startLoop(openLog('test', 'silent'), 'failed', async ({ sleep }) => {
    turns.push(clockShift());
    await sleep(3_600_000);
  });
  file.write('-2000');
  await eventually('a turn at the new time', async () => turns.includes(-2000) || undefined);
});

test('gives the time of Postgres and the points of limits', async () => {
  using file = clockFile();
  file.write(String(-yearMs));
  await using service = await startSample({});
  using _clock = followClock(development(file.name));
  const { rows } = await sql<{ at: Date }>`select ${databaseNow()} as at`.execute(service.db);
  expect(Date.now() - Number(rows[0]?.at)).toBeGreaterThan(yearMs - 3_600_000);

  const limits = openRateLimits(service.db, { review: 1 });
  expect(await limits.takeSilently('review', 'a')).toBe(true);
  expect(await limits.takeSilently('review', 'a')).toBe(false);
  file.write(String(-yearMs + 86_400_000));
  expect(await limits.takeSilently('review', 'a')).toBe(true);
});
