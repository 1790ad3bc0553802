import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '@trust/service-kit/database/db';
import { openRateLimits } from '@trust/service-kit/rate-limits/rate-limit';
import pg from 'pg';
import { ensurePackages } from '../../deploy/local/packages/ensure-packages.ts';
import { ensureTools } from '../../deploy/local/packages/ensure-tools.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import type { DB } from '../../services/provider/src/db/schema.ts';
import { searchListings } from '../../services/provider/src/directory/search/search-listings.ts';
import { pgbench } from '../evidence/pgbench.ts';
import { recordStatements, withLiterals } from '../evidence/recording.ts';
import { type Bench, median, type Report } from '../harness.ts';
import { openPlatform } from '../platform.ts';
import { ownMs } from '../proc.ts';
import { postgresMs } from '../processor-time.ts';
import { startReplica } from '../replica.ts';
import { wrk } from '../wrk.ts';
import { fillAndRebuild } from './rebuild.ts';

const sizes = (process.env.BENCH_PROVIDERS ?? '10000,100000').split(',').map(Number);
const seconds = 5;
const connections = 8;
/** Different searches in turn, so that no plan or page serves one caller for long. */
const searches = 100;
const radiusKm = 10;
const claim = 'liability_insurance';
const limit = 20;
const unlimited = { 'public-search': 10 ** 9 };

type Place = { category: string; latitude: number; longitude: number };
type Stage = {
  processes: () => Record<string, number>;
  folder: string;
  url: string;
  tool: string;
  bin: string;
  gateway: string;
};

/** Searches near listed providers, so that large cities and categories are searched more. */
export const search: Bench = {
  name: 'search',
  title: 'Search: radius, category and claim, by number of providers',
  async run(report) {
    const { wrk: tool } = await ensureTools({ wrk: { apt: 'wrk' }, taskset: { apt: 'util-linux' } }, () => {});
    const { postgresBin: bin } = await ensurePackages(() => {});
    await using opened = new AsyncDisposableStack();
    const { folder } = await openPlatform(opened);
    const settings = runningSettings(folder);
    // Only development checks responses.
    const mode = { TRUST_MODE: 'production' };
    const ofProvider = { ...settings.services.provider, ...mode, RATE_LIMITS: JSON.stringify(unlimited) };
    const provider = opened.use(await startReplica('provider', { folder, environment: ofProvider }));
    const ofGateway = {
      ...settings.services.gateway,
      ...mode,
      TRUSTED_PROXIES: '127.0.0.1',
      EDGE_REQUESTS_PER_MINUTE: '1000000000',
      PROVIDER_URL: provider.url,
    };
    const ownGateway = opened.use(await startReplica('gateway', { folder, environment: ofGateway }));
    /** User and system time so far, in ms. */
    const processes = () => ({
      gateway: ownMs(ownGateway.pid),
      provider: ownMs(provider.pid),
      Postgres: postgresMs(folder),
    });
    const gateway = ownGateway.url;
    const stage = { processes, folder, url: settings.owners.provider.DATABASE_OWNER_URL, tool, bin, gateway };

    const rates: number[] = [];
    for (const [index, size] of sizes.entries()) {
      await fillAndRebuild(report, stage, { from: (sizes[index - 1] ?? 0) + 1, to: size });
      rates.push(await measure(report, stage, size));
    }
    const last = sizes.length - 1;
    if (last > 0)
      await report.figures(
        [
          {
            number: '4',
            what: `searches/s among ${sizes[last]} providers / among ${sizes[0]}, through the gateway, medians`,
            unit: '',
          },
        ],
        async () => [(rates[last] ?? 0) / (rates[0] ?? 0)],
      );
  },
};

/** Returns the median of searches per second through the gateway. */
async function measure(report: Report, stage: Stage, size: number): Promise<number> {
  const places = await placesOf(stage.url);
  const file = join(stage.folder, `search-${size}.sql`);
  writeFileSync(file, await statementsOf(stage.url, places));
  // Each search from an address of its own: the count of one address would make the others wait.
  const requests = places.map(({ category, latitude, longitude }, index) => {
    const query = { category, latitude, longitude, radiusKm, claim, limit };
    const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    return {
      path: `/api/v1/public/providers/search?${text.join('&')}`,
      headers: { 'X-Forwarded-For': `10.0.0.${index}` },
    };
  });
  const rounds: Awaited<ReturnType<typeof wrk>>[] = [];
  const times: Record<string, number>[] = [];
  const ours = async () => {
    const before = stage.processes();
    rounds.push(await wrk(stage.tool, stage.gateway, requests, { seconds, folder: stage.folder, connections }));
    const rate = rounds.at(-1)?.requestsPerSecond ?? 0;
    const spent = Object.entries(stage.processes()).map(([name, ms]) => [
      name,
      (ms - (before[name] ?? 0)) / (rate * seconds),
    ]);
    times.push(Object.fromEntries(spent));
    return rate;
  };
  const cpu = () =>
    Object.keys(stage.processes())
      .map((name) => `${name} ${median(times.map((one) => one[name] ?? Number.NaN)).toFixed(2)}`)
      .join(', ');
  const of = (name: 'p50Ms' | 'p99Ms' | 'requestsPerSecond') => median(rounds.map((round) => round[name]));
  await ours();
  rounds.length = 0;
  times.length = 0;
  await report.ratio({
    number: '4',
    what: `searches among ${size} providers through the gateway, ${connections} connections / the same SQL by pgbench`,
    unit: 'searches/s',
    atLeast: 0.35,
    ours,
    reference: async () =>
      searches * (await pgbench(stage.bin, stage.url, { file, clients: connections, seconds, variables: {} })),
    processorMs: () => Object.values(stage.processes()).reduce((sum, ms) => sum + ms, 0),
    referenceMs: () => postgresMs(stage.folder),
    note: () =>
      `p50 ${of('p50Ms').toFixed(1)} ms, p99 ${of('p99Ms').toFixed(1)} ms (× ${(of('p99Ms') / of('p50Ms')).toFixed(1)}); CPU in ms: ${cpu()}, together`,
  });
  return of('requestsPerSecond');
}

async function placesOf(url: string): Promise<Place[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Place>(
    `select category_key as category, round(st_y(geog::geometry)::numeric, 2)::float8 as latitude,
       round(st_x(geog::geometry)::numeric, 2)::float8 as longitude
     from public_listing order by md5(provider_id::text) limit $1`,
    [searches],
  );
  await client.end();
  return rows;
}

/** Records what the route sends for each search: its count and the search. */
async function statementsOf(url: string, places: Place[]): Promise<string> {
  await using db = openDb<DB>({ url, max: 1 });
  const recorded = recordStatements(db.pool);
  const at = new Date();
  const limits = openRateLimits(db, unlimited);
  for (const [index, { category, latitude, longitude }] of places.entries()) {
    const filter = {
      operatingModel: undefined,
      availableBy: undefined,
      freshness: undefined,
      language: undefined,
      q: undefined,
    };
    const where = { latitude, longitude, radius: radiusKm * 1000 };
    const order = { sort: 'distance' as const, after: undefined, limit: limit + 1 };
    await limits.takeSilently('public-search', `${index}`);
    await searchListings(db, { category, where, claims: [claim], at, ...filter, ...order });
  }
  return recorded.map((statement) => `${withLiterals(statement)};\n`).join('');
}
