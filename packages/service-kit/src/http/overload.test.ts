import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { type Admission, capacity, capacityByRoute, monitorLoad } from './overload.ts';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();
/** Counts requests served meanwhile: unlike milliseconds, independent of the machine. */
function routesNoting(servedMeanwhile: number[] = []) {
  const getThing = route(
    { method: 'get', path: '/thing', summary: 'Works', access: 'public', responds: { status: 204 } },
    async (_input, { db }) => {
      const before = servedMeanwhile.length;
      await sql`select pg_sleep(0.05)`.execute(db);
      servedMeanwhile.push(servedMeanwhile.length - before);
    },
  );
  return { getThing };
}
const connections = 2;
const mostInFlight = 2 * connections;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const heap = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

type Service = Awaited<ReturnType<typeof startSample>>;

/** Clients repeat at once after a response, and after a pause when refused. */
async function load(service: Service, clients: number, forSeconds: number) {
  const accepted: { ms: number }[] = [];
  const refused: { servedMeanwhile: number; retryAfter: number }[] = [];
  const others: number[] = [];
  const until = performance.now() + forSeconds * 1000;
  const client = async () => {
    while (performance.now() < until) {
      const [began, before] = [performance.now(), accepted.length];
      const { status, headers } = await service.get('/thing');
      if (status === 204) accepted.push({ ms: performance.now() - began });
      else if (status === 503)
        refused.push({
          servedMeanwhile: accepted.length - before,
          retryAfter: Number(headers.get('retry-after')),
        });
      else others.push(status);
      if (status === 503) await delay(30);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { accepted, refused, others };
}

/** In parallel, so that both meet the same load of the machine. */
async function loadBoth(calm: Service, busy: Service, times: number, forSeconds: number) {
  const loads = [load(calm, mostInFlight, forSeconds), load(busy, times * mostInFlight, forSeconds)] as const;
  const [peak, seen] = await Promise.all(loads);
  expect([...peak.others, ...seen.others, ...peak.refused]).toEqual([]);
  return { peak: peak.accepted.length, ...seen };
}

function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

const place = (admission: Admission) => () => admission;
const seconds = Number(process.env.L3_SECONDS ?? 3);

test(
  `L3 at five times the capacity for ${seconds} s accepted requests stay fast; others get 503 at once`,
  async () => {
    const servedMeanwhile: number[] = [];
    const start = (noted?: number[]) =>
      startSample(routesNoting(noted), {
        connections,
        capacity: place(capacity({ isOverloaded: () => false }, mostInFlight)),
      });
    await using calm = await start();
    await using busy = await start(servedMeanwhile);
    await loadBoth(calm, busy, 5, 0.5);
    const heapBefore = heap();
    servedMeanwhile.length = 0;
    const { peak, accepted, refused } = await loadBoth(calm, busy, 5, seconds);
    // Refused clients retry soon enough for five times the capacity.
    expect(accepted.length + refused.length).toBeGreaterThan(5 * peak);
    expect(accepted.length).toBeGreaterThan(0.8 * peak);
    expect(servedMeanwhile).toHaveLength(accepted.length);
    // A shared queue would quadruple it.
    expect(Math.max(...servedMeanwhile)).toBeLessThanOrEqual(1.5 * mostInFlight);
    const median = percentile(
      refused.map((one) => one.servedMeanwhile),
      0.5,
    );
    // In a queue it would be four times as many.
    expect(median).toBeLessThan(2 * mostInFlight);
    // Durations depend on the machine, so only in the long run.
    const p99 = percentile(
      accepted.map(({ ms }) => ms),
      0.99,
    );
    if (process.env.L3_SECONDS) expect(p99).toBeLessThan(1000);
    expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(heap() - heapBefore).toBeLessThan(8 * 1024 * 1024);

    const after = await loadBoth(calm, busy, 1, 1);
    expect(after.refused).toEqual([]);
    expect(after.accepted.length).toBeGreaterThan(0.8 * after.peak);
  },
  30_000 + 2000 * seconds,
);

test('I6 slow uploads do not block other routes', async () => {
  const releases: (() => void)[] = [];
  const hold = () => new Promise<void>((done) => releases.push(done));
  const upload = { method: 'put', summary: 'Holds', access: 'public', responds: { status: 204 } } as const;
  const rawBody = { maxBytes: 100, mediaTypes: ['application/octet-stream'] };
  const routes = {
    putPart: route({ ...upload, path: '/part', rawBody }, hold),
    putThing: route({ ...upload, path: '/thing' }, hold),
  };
  const capacity = capacityByRoute({ isOverloaded: () => false }, { MAX_IN_FLIGHT: 1, MAX_STREAMS: 2 });
  await using service = await startSample(routes, { capacity });
  const put = async (path: string) => (await service.put(path)).status;
  const underWay = [put('/part'), put('/part')];
  await vi.waitUntil(() => releases.length === 2);
  expect(await put('/part')).toBe(503);
  underWay.push(put('/thing'));
  await vi.waitUntil(() => releases.length === 3);
  expect(await put('/thing')).toBe(503);
  for (const done of releases) done();
  expect(await Promise.all(underWay)).toEqual([204, 204, 204]);
});

test('L3 webhooks and privileged operations have slots of their own, and a reserve during overload', async () => {
  const releases: (() => void)[] = [];
  const hold = () => new Promise<void>((done) => releases.push(done));
  const post = { method: 'post', summary: 'Holds', responds: { status: 204 } } as const;
  const rawBody = { maxBytes: 100, mediaTypes: ['application/octet-stream'] };
  const routes = {
    postThing: route({ ...post, path: '/thing', access: 'public' }, hold),
    postHook: route({ ...post, path: '/hook', access: 'webhook', rawBody }, hold),
  };
  let isOverloaded = false;
  const capacity = capacityByRoute({ isOverloaded: () => isOverloaded }, { MAX_IN_FLIGHT: 16, MAX_STREAMS: 1 });
  await using service = await startSample(routes, { capacity });
  const statusOf = async (path: string) => (await service.post(path)).status;
  const underWay = Array.from({ length: 16 }, () => statusOf('/thing'));
  await vi.waitUntil(() => releases.length === 16);
  expect(await statusOf('/thing')).toBe(503);
  underWay.push(statusOf('/hook'));
  await vi.waitUntil(() => releases.length === 17);
  isOverloaded = true;
  underWay.push(statusOf('/hook'), statusOf('/hook'));
  await vi.waitUntil(() => releases.length === 19);
  // The reserve is an eighth of the slots.
  expect([await statusOf('/hook'), await statusOf('/thing')]).toEqual([503, 503]);
  for (const done of releases) done();
  expect(new Set(await Promise.all(underWay))).toEqual(new Set([204]));
});

test('L3 refuses requests but not health checks while queries wait for a connection', async () => {
  await using service = await startSample(routesNoting(), { connections });
  using busy = monitorLoad(service.db.pool, { poolWait: 100 });
  await using guarded = await startSample(routesNoting(), { urls: service.urls, capacity: place(capacity(busy, 100)) });
  expect((await guarded.get('/thing')).status).toBe(204);
  const work = Array.from({ length: 3 * connections }, () => sql`select pg_sleep(0.5)`.execute(service.db));
  await vi.waitFor(async () => expect((await guarded.get('/thing')).status).toBe(503), { timeout: 5000 });
  expect((await fetch(`${guarded.url}/livez`)).status).toBe(200);
  expect((await fetch(`${guarded.url}/readyz`)).status).toBe(200);
  await Promise.all(work);
  await vi.waitFor(async () => expect((await guarded.get('/thing')).status).toBe(204), { timeout: 5000 });
});

test('L3 refuses requests while the event loop lags', async () => {
  using load = monitorLoad(undefined, { loopDelay: 100 });
  let blocked = true;
  const block = () => {
    for (const until = performance.now() + 300; performance.now() < until; );
    if (blocked) setImmediate(block);
  };
  setImmediate(block);
  await vi.waitFor(() => expect(load.isOverloaded()).toBe(true), { timeout: 10_000 });
  blocked = false;
  await vi.waitFor(() => expect(load.isOverloaded()).toBe(false), { timeout: 10_000 });
});
