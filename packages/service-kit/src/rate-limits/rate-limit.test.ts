import { limits } from '@trust/contracts/limits';
import { person } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDb } from '../database/db.ts';
import { routeFor } from '../http/route.ts';
import { notFound } from '../problems/problem.ts';
import { openRateLimits } from './rate-limit.ts';
import { clientNetworkOf } from './rate-limiting.ts';

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
  createChallenge: route(
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

const refusing = {
  writeReview: route(
    {
      method: 'post',
      path: '/reviews/{outcome}',
      summary: 'Gives points back',
      access: 'session',
      limit: 'review',
      params: z.object({ outcome: z.string() }),
      problems: ['not-found'],
      responds,
    },
    async ({ params }) => {
      if (params.outcome === 'refused') throw notFound();
      if (params.outcome === 'failed') throw new Error('The handler failed.');
    },
  ),
};

const numberIn = (header: string | null, name: string) =>
  Number(new RegExp(`${name}=(\\d+)`).exec(header ?? '')?.[1] ?? Number.NaN);

/** Advances the clock of the limits. */
const pass = ({ db }: Pick<SampleApp, 'db'>, seconds: number) =>
  sql`update rate_limit set full_at = full_at - ${seconds}::float8 * interval '1 second'`.execute(db);

test('L1 three replicas share one limit, and a client passes after Retry-After', async () => {
  const options = { connections: 4, limits: { 'profile-mutation': 50 } };
  await using first = await startSample(routes, options);
  await using second = await startSample(routes, { ...options, urls: first.urls });
  await using third = await startSample(routes, { ...options, urls: first.urls });
  const replicas = [first, second, third];
  const actor = person();
  const put = (index: number) => replicas[index % 3]?.put('/thing', { actor }) as ReturnType<typeof first.put>;
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => put(index)));
  const cameBack = ((performance.now() - began) / 1000) * (50 / 60);
  const passed = answers.filter(({ status }) => status === 204);
  const refused = answers.filter(({ status }) => status === 429);
  expect(passed.length + refused.length).toBe(200);
  expect(passed.length).toBeGreaterThanOrEqual(50);
  expect(passed.length).toBeLessThanOrEqual(50 + cameBack + 1);

  for (const { headers } of answers) expect(headers.get('ratelimit-policy')).toBe('"profile-mutation";q=50;w=60');
  const lefts = passed.map(({ headers }) => numberIn(headers.get('ratelimit'), 'r'));
  expect([...new Set(lefts)].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, left) => left));
  for (const { headers } of refused) {
    expect(numberIn(headers.get('ratelimit'), 'r')).toBe(0);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(numberIn(headers.get('ratelimit'), 't'));
  }
  const wait = Number(refused.at(-1)?.headers.get('retry-after'));
  // A point comes back every 1.2 s.
  expect([1, 2]).toContain(wait);
  await pass(first.app, wait);
  expect((await put(0)).status).toBe(204);
  expect((await first.put('/thing', { actor: person() })).status).toBe(204);
});

test('L1 a limit refills point by point up to its size', async () => {
  await using service = await startSample(routes, { limits: { 'profile-mutation': 6 } });
  const actor = person();
  const spend = async () => {
    for (let taken = 0; ; taken++) if ((await service.put('/thing', { actor })).status === 429) return taken;
  };
  expect(await spend()).toBe(6);
  await pass(service.app, 20);
  expect(await spend()).toBe(2);
  await pass(service.app, 100_000);
  expect(await spend()).toBe(6);
});

test('L1 a restart of a replica resets no limit; a crash of Postgres at most one window', async () => {
  const options = { limits: { 'profile-mutation': 3 } };
  await using first = await startSample(routes, options);
  const actor = person();
  const spendAt = async (service: typeof first) => {
    const answers = [];
    for (let count = 0; count < 5; count++) answers.push((await service.put('/thing', { actor })).status);
    return answers;
  };
  expect(await spendAt(first)).toEqual([204, 204, 204, 429, 429]);
  await using restarted = await startSample(routes, { ...options, urls: first.urls });
  expect(await spendAt(restarted)).toEqual([429, 429, 429, 429, 429]);
  const { rows } = await sql`select relpersistence from pg_class where relname = 'rate_limit'`.execute(first.db);
  expect(rows).toEqual([{ relpersistence: 'u' }]);
  // A crash empties the unlogged table.
  await sql`delete from rate_limit`.execute(first.db);
  expect(await spendAt(restarted)).toEqual([204, 204, 204, 429, 429]);
});

test('L1 a response has the state of declared limits only', async () => {
  await using service = await startSample(routes);
  const { headers } = await service.post('/challenges/somebody');
  expect(headers.get('ratelimit-policy')).toBe('"challenge-ip";q=25;w=300, "challenge-identity";q=3;w=600');
  expect(headers.get('ratelimit')).toMatch(/^"challenge-ip";r=24;t=\d+, "challenge-identity";r=2;t=\d+$/);
});

test('L1 counts IPv6 by its /64, and IPv4 in any notation', async () => {
  expect(clientNetworkOf('2001:db8:1:2:3::4')).toBe(clientNetworkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(clientNetworkOf('2001:db8:1:2::1')).not.toBe(clientNetworkOf('2001:db8:1:3::1'));
  expect(clientNetworkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(clientNetworkOf('192.0.2.1')).not.toBe(clientNetworkOf('192.0.2.2'));

  await using service = await startSample(routes, { limits: { 'public-search': 1 } });
  const get = (from: string) => service.get('/things', { headers: { 'x-forwarded-for': from } });
  expect((await get('2001:db8::1')).status).toBe(204);
  expect((await get('2001:db8::2')).status).toBe(429);
  expect((await get('2001:db8:0:1::1')).status).toBe(204);
});

test('L2 without the database, refuses sign-in, messages and privileged work but not reads', async () => {
  await using nowhere = openDb({ url: 'postgres://nobody@127.0.0.1:1/nothing' });
  const unheard = openRateLimits(nowhere);
  await using service = await startSample(routes);
  service.app.limits.take = unheard.take;
  expect((await service.get('/things')).status).toBe(204);
  expect((await service.put('/thing', { actor: person() })).status).toBe(204);
  const refused = await service.post('/challenges/somebody');
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const open = Object.entries(limits).filter(([, { whenDown }]) => whenDown === 'allow');
  expect(open.map(([name]) => name)).toEqual([
    'contact-notice',
    'public-search',
    'claim-verification',
    'claim-verification-batch',
    'profile-mutation',
    'place-suggestion',
    'geocode',
    'public-media',
    'notification-mutation',
  ]);
});

test('L1 a refused request gives its point back and counts as refused, a failure counts nowhere', async () => {
  await using service = await startSample(refusing, { limits: { review: 2, 'refused-request': 3 } });
  const actor = person();
  const write = (outcome: string) => service.post(`/reviews/${outcome}`, { actor });
  const left = ({ headers }: { headers: Headers }) => headers.get('ratelimit');
  for (let time = 0; time < 4; time++) expect((await write('failed')).status).toBe(500);
  const refused = await write('refused');
  expect([refused.status, left(refused)]).toEqual([
    404,
    expect.stringMatching(/"refused-request";r=2;.*"review";r=2;/),
  ]);
  const written = await write('done');
  expect([written.status, left(written)]).toEqual([
    204,
    expect.stringMatching(/"refused-request";r=2;.*"review";r=1;/),
  ]);
  for (let time = 0; time < 2; time++) expect((await write('refused')).status).toBe(404);
  expect((await write('refused')).status).toBe(429);
  expect((await write('done')).status).toBe(429);
  await pass(service, 1200);
  expect((await write('done')).status).toBe(204);
  expect((await write('done')).status).toBe(429);
});
