import { expect, test } from 'vitest';
import { serveHealth } from './streams-health.ts';

test('the watcher of streams is ready for 30 s after a complete round, and live without one', async () => {
  let now = 0;
  await using health = await serveHealth(0, () => now, '127.0.0.1');
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${health.port}${path}`)).status;
  expect([await statusOf('/livez'), await statusOf('/readyz'), await statusOf('/')]).toEqual([200, 503, 404]);
  health.completed();
  now = 29_999;
  expect(await statusOf('/readyz')).toBe(200);
  now = 30_000;
  expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 503]);
});
