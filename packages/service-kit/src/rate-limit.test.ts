import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDb } from './db.ts';
import { limits, openRateLimits } from './rate-limit.ts';
import { routeFor } from './route.ts';
import { subscriberOf } from './subscriber.ts';
import { person } from './testing/actors.ts';
import { type SampleApp, startSample } from './testing/sample-service.ts';

const route = routeFor<SampleApp>();
const responds = { status: 204 };
const routes = {
  readThings: route(
    { method: 'get', path: '/things', summary: 'Reads', access: 'public', limit: 'public-search', responds },
    async () => undefined,
  ),
  writeThing: route(
    { method: 'put', path: '/thing', summary: 'Writes', access: 'session', limit: 'profile-mutation', responds },
    async () => undefined,
  ),
  postChallenge: route(
    {
      method: 'post',
      path: '/challenges/{to}',
      summary: 'Two limits',
      access: 'public',
      limit: 'challenge-ip',
      ownLimits: ['challenge-identity'],
      params: z.object({ to: z.string() }),
      responds,
    },
    async ({ params }, app) => {
      await app.limits.take('challenge-identity', params.to);
      await app.limits.take('sms-budget', 'all');
    },
  ),
};

const numberIn = (header: string | null, name: string) =>
  Number(new RegExp(`${name}=(\\d+)`).exec(header ?? '')?.[1] ?? Number.NaN);

test('L1 three replicas let through exactly what the limit says, and who waits as long as told gets through', async () => {
  const options = { connections: 4, limits: { 'profile-mutation': 50 } };
  await using first = await startSample(routes, options);
  await using second = await startSample(routes, { ...options, urls: first.urls });
  await using third = await startSample(routes, { ...options, urls: first.urls });
  const replicas = [first, second, third];
  const actor = person();
  const put = (index: number) => replicas[index % 3]?.put('/thing', { actor }) as ReturnType<typeof first.put>;
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => put(index)));
  const passed = answers.filter(({ status }) => status === 204);
  const refused = answers.filter(({ status }) => status === 429);
  expect([passed.length, refused.length]).toEqual([50, 150]);

  const lefts = passed.map(({ headers }) => numberIn(headers.get('ratelimit'), 'r')).sort((a, b) => a - b);
  expect(lefts).toEqual(Array.from({ length: 50 }, (_, left) => left));
  for (const { headers } of refused) {
    expect(headers.get('ratelimit-policy')).toBe('"profile-mutation";q=50;w=60');
    expect(numberIn(headers.get('ratelimit'), 'r')).toBe(0);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(numberIn(headers.get('ratelimit'), 't'));
  }

  const wait = Number(refused.at(-1)?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  // The limiter's own time: every window moves into the past by what was told.
  await first.db.pool.query('update rate_limit set expire = expire - $1', [wait * 1000]);
  expect((await put(0)).status).toBe(204);
  expect((await first.put('/thing', { actor: person() })).status).toBe(204);
});

test('L1 each limit that a route declares says what it leaves, and no other does', async () => {
  await using service = await startSample(routes);
  const { headers } = await service.post('/challenges/somebody');
  expect(headers.get('ratelimit-policy')).toBe('"challenge-ip";q=25;w=300, "challenge-identity";q=3;w=600');
  expect(headers.get('ratelimit')).toMatch(/^"challenge-ip";r=24;t=\d+, "challenge-identity";r=2;t=\d+$/);
});

test('L1 an address counts as one subscriber: IPv6 by its /64, IPv4 however it is written', async () => {
  expect(subscriberOf('2001:db8:1:2:3::4')).toBe(subscriberOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(subscriberOf('2001:db8:1:2::1')).not.toBe(subscriberOf('2001:db8:1:3::1'));
  expect(subscriberOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(subscriberOf('192.0.2.1')).not.toBe(subscriberOf('192.0.2.2'));

  await using service = await startSample(routes, { limits: { 'public-search': 1 } });
  const get = (from: string) => service.get('/things', { headers: { 'x-forwarded-for': from } });
  expect((await get('2001:db8::1')).status).toBe(204);
  expect((await get('2001:db8::2')).status).toBe(429);
  expect((await get('2001:db8:0:1::1')).status).toBe(204);
});

test('L2 while nobody can count, sign-in, messages and privileged work are refused, and reading goes on', async () => {
  await using nowhere = openDb({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  const unheard = openRateLimits(nowhere.pool);
  await using service = await startSample(routes);
  service.app.limits.take = unheard.take;
  expect((await service.get('/things')).status).toBe(204);
  expect((await service.put('/thing', { actor: person() })).status).toBe(204);
  const refused = await service.post('/challenges/somebody');
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const open = Object.entries(limits).filter(([, { whenDown }]) => whenDown === 'allow');
  expect(open.map(([name]) => name)).toEqual(['public-search', 'profile-mutation', 'geocode']);
});
