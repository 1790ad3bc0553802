import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../../demo/client.ts';
import { signIn } from '../../demo/steps/sign-in.ts';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { serviceDatabases } from '../../deploy/local/services.ts';
import { type Bench, median, type Report } from '../harness.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { processorSeconds } from '../processor-time.ts';
import { copyOf } from './copies.ts';
import { type Filled, fillPlatform, makeBase, superuserUrl } from './fill.ts';
import { Plans, type Reads } from './plans.ts';
import { type Call, type Route, routes, type Sample } from './routes.ts';
import { type MadeTemplate, open } from './templates.ts';

const sizes = (process.env.BENCH_PROVIDERS ?? '10000,100000').split(',').map(Number);
const requestsPerRound = 40;
const atOnce = 2;
const explained = 4;
const environment = { EDGE_REQUESTS_PER_MINUTE: '1000000000', SCANNER: 'eicar-only' };

type Side = { size: number; folder: string; platform: Platform; sample: Sample };
type Measured = { p50: number; p99: number; cpuMs: number };

/** A platform of each size runs, and their requests alternate, so that the load of the machine affects all. */
export const growth: Bench = {
  name: 'growth',
  title: 'Growth: the 20 most used routes through the gateway, by number of providers',
  async run(report) {
    await using opened = new AsyncDisposableStack();
    const kept = process.env.BENCH_FOLDER;
    const folder = kept ?? temporaryDataDir('trust-growth');
    if (!kept) opened.defer(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(folder, { recursive: true });
    const sides: Side[] = [];
    for (const size of sizes) sides.push(await openSide(opened, await filledPlatform(folder, size)));
    await measureSides(report, sides);
  },
};

/** Filled platforms of an earlier run with the same `BENCH_FOLDER` are used again. */
async function filledPlatform(folder: string, size: number): Promise<Filled> {
  const saved = join(folder, `${size}.json`);
  if (existsSync(saved)) return JSON.parse(readFileSync(saved, 'utf8')) as Filled;
  const base = join(folder, 'base');
  if (!existsSync(`${base}.json`)) writeFileSync(`${base}.json`, JSON.stringify(await makeBase(base, environment)));
  const templates = JSON.parse(readFileSync(`${base}.json`, 'utf8')) as MadeTemplate[];
  const filled = await fillPlatform({ folder: base, templates }, join(folder, String(size)), size);
  const rate = Math.round(filled.rows / filled.seconds);
  process.stderr.write(`${size} providers: ${filled.rows} rows in ${Math.round(filled.seconds)} s, ${rate} rows/s\n`);
  writeFileSync(saved, JSON.stringify(filled));
  return filled;
}

async function openSide(opened: AsyncDisposableStack, filled: Filled): Promise<Side> {
  const { folder, size } = filled;
  const platform = opened.use(await startPlatform(folder, environment));
  return { size, folder, platform, sample: await sampleOf(platform, filled) };
}

async function measureSides(report: Report, sides: Side[]): Promise<void> {
  const [small, large] = [sides[0] as Side, sides.at(-1) as Side];
  const reads = await explain(sides);
  for (const route of routes) {
    for (const side of sides) await send(side, route, explained);
    const rounds = new Map<Side, Measured[]>(sides.map((side) => [side, []]));
    const measure = async (side: Side) => {
      const measured = await measureRoute(side, route);
      rounds.get(side)?.push(measured);
      return measured.p99;
    };
    const each = (format: (side: Side, of: (name: keyof Measured) => number) => string) =>
      sides.map((side) => format(side, (name) => median((rounds.get(side) ?? []).map((one) => one[name])))).join(' / ');
    const list = reads.get(route.name) ?? [];
    await report.ratio({
      number: '16',
      what: `\`${route.name}\` (${route.why}): p99 among ${small.size} providers / among ${large.size}`,
      unit: 'ms',
      atLeast: 1 / 1.5,
      ours: async () => {
        for (const side of sides.slice(1, -1)) await measure(side);
        return measure(small);
      },
      reference: () => measure(large),
      note: () =>
        [
          `p50 ${each((_side, of) => of('p50').toFixed(1))} ms`,
          `p99 ${each((_side, of) => of('p99').toFixed(1))} ms`,
          `CPU ${each((_side, of) => of('cpuMs').toFixed(1))} ms`,
          `rows read ${list.map(({ rows }) => Math.round(rows)).join(' / ')}`,
          ...(list.some(({ scanned }) => scanned.length > 0)
            ? [`**sequential scan of ${[...new Set(list.flatMap(({ scanned }) => scanned))].join(', ')}**`]
            : []),
        ].join('; '),
    });
  }
}

/** The plans that Postgres really uses, from the platform of each size. */
async function explain(sides: Side[]): Promise<Map<string, Reads[]>> {
  const reads = new Map<string, Reads[]>();
  for (const side of sides) {
    const plans = await Plans.start(side.folder, side.size);
    for (const route of routes) {
      // A prepared statement has its lasting plan from the sixth execution on.
      await send(side, route, 6 * atOnce);
      const one = await plans.of(explained, () => send(side, route, explained));
      reads.set(route.name, [...(reads.get(route.name) ?? []), one]);
      process.stderr.write(
        `${side.size} providers, ${route.name}: ${Math.round(one.rows)} rows read ${one.scanned.map((table) => `, whole ${table}`).join('')}\n`,
      );
    }
    await Plans.stop(side.folder);
  }
  return reads;
}

async function measureRoute(side: Side, route: Route): Promise<Measured> {
  const times: number[] = [];
  const before = processorSeconds(side.folder);
  await send(side, route, requestsPerRound, times);
  const after = processorSeconds(side.folder);
  const cpu = Object.keys(after).reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0);
  const at = (share: number) => times.sort((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), cpuMs: (cpu * 1000) / requestsPerRound };
}

let sent = 0;

/** Removes what limits a caller first: counts of requests, and claims of the queue after each. */
async function send(side: Side, route: Route, count: number, times: number[] = []): Promise<void> {
  for (const name of serviceDatabases) {
    await using db = await open(superuserUrl(side.folder, name));
    await db.client.query('truncate rate_limit');
  }
  await using operations = await open(superuserUrl(side.folder, 'operations'));
  const turns = Array.from({ length: count }, () => sent++).values();
  const worker = async () => {
    for (const n of turns) {
      if (route.name === 'claimNextTriageItem' && n % 4 === 0)
        await operations.client.query('delete from triage_claim');
      const call = route.call(side.sample, n);
      times.push(await timed(side.platform.url, call));
    }
  };
  await Promise.all(Array.from({ length: route.name === 'claimNextTriageItem' ? 1 : atOnce }, worker));
}

/** Milliseconds of the request. On a busy machine services reject requests for a while: those are repeated. */
async function timed(url: string, call: Call): Promise<number> {
  for (;;) {
    const started = performance.now();
    const status = await request(url, call);
    if (status !== 503) return performance.now() - started;
    await delay(500);
  }
}

async function request(url: string, { method, path, token, body }: Call): Promise<number> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': `growth-${sent}-${Math.random()}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 503) return 503;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  const read = JSON.parse(text);
  if (Array.isArray(read.items) && read.items.length === 0) throw new Error(`${method} ${path} returned no items.`);
  return response.status;
}

async function sampleOf(platform: Platform, { folder, templates, callers }: Filled): Promise<Sample> {
  const client = new Client(platform.url, undefined, { retryMs: 120_000 });
  const named = async (name: string) => (await signIn(client, `${name}@example.test`)).accessToken;
  const operators = {
    supervisor: await named('supervisor'),
    reviewer: await named('reviewer'),
    auditor: await named('auditor'),
  };
  await using provider = await open(superuserUrl(folder, 'provider'));
  await using evidence = await open(superuserUrl(folder, 'evidence'));
  const idOf = async (id: string | undefined, n: number) =>
    (await provider.client.query(`select ${copyOf(id ?? '', `${n}::bigint`)}::text as id`)).rows[0].id as string;
  const kinds = { published: 'published', inReview: 'inReview', begun: 'begun', customer: 'published' } as const;
  const found = {} as Sample['callers'];
  for (const [who, kind] of Object.entries(kinds) as [keyof Sample['callers'], (typeof kinds)[keyof typeof kinds]][]) {
    const ids = templates.find((template) => template.kind === kind)?.ids ?? {};
    found[who] = [];
    for (const { token, n } of callers[who])
      found[who].push({ token, providerId: await idOf(ids.providerId, n), caseId: await idOf(ids.caseId, n) });
  }
  const ids = found.published.map(({ providerId }) => providerId);
  const publics = await provider.client.query('select public_provider_id as id from provider where id = any($1)', [
    ids,
  ]);
  const places = await provider.client.query(
    `select round(st_y(geog::geometry)::numeric, 3)::float8 as latitude, round(st_x(geog::geometry)::numeric, 3)::float8 as longitude
     from public_listing where provider_id = any($1)`,
    [ids],
  );
  const claims = await provider.client.query('select claim_id as id from claim where provider_id = any($1)', [ids]);
  const { rows } = await evidence.client.query(
    `select r.key, r.document_kinds[1] as "documentKind", r.media_types[1] as "mediaType" from requirement r
     where requirement_version_id = (select requirement_version_id from verification_case where id = $1) order by r.key limit 1`,
    [found.begun[0]?.caseId],
  );
  return {
    callers: found,
    places: places.rows,
    publicIds: publics.rows.map(({ id }) => id),
    claimIds: claims.rows.map(({ id }) => id),
    operators,
    requirement: rows[0],
  };
}
