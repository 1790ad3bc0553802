import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { type Bench, percentile, type Report } from '../harness.ts';
import { platformMs } from '../processor-time.ts';
import { type Filled, fillPlatform, makeBase } from './fill.ts';
import { Plans, type Reads } from './plans.ts';
import { awaitResponses, send } from './requests.ts';
import { type Route, routes } from './routes.ts';
import { openSide, type Side } from './sides.ts';
import type { MadeTemplate } from './templates.ts';

const sizes = (process.env.BENCH_PROVIDERS ?? '10000,100000').split(',').map(Number);
const requestsPerRound = 200;
const warmUp = 20;
const explained = 20;
const atMost = 1.5;

/** `rounds`: milliseconds of each request. */
type Measured = { rounds: number[][]; cpuMs: number; reads: Reads };

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
    const measured = new Map(sides.map((side) => [side, new Map<Route, Measured>()]));
    const plans = await Promise.all(sides.map(({ folder, size }) => Plans.start(folder, size)));
    for (const [index, side] of sides.entries())
      for (const [route, reads] of await explain(side, plans[index] as Plans))
        measured.get(side)?.set(route, { rounds: [], cpuMs: 0, reads });
    for (let round = 1; round <= report.rounds; round++)
      for (const [index, route] of routes.entries()) {
        const started = performance.now();
        // Each size is the first one in turn.
        const turns = sides.map((_, turn) => sides[(turn + round + index) % sides.length] as Side);
        for (const side of turns) await measure(side, route, measured.get(side)?.get(route) as Measured);
        const seconds = ((performance.now() - started) / 1000).toFixed(1);
        process.stderr.write(`round ${round}, ${route.name}: ${seconds} s\n`);
      }
    for (const route of routes)
      reportRoute(
        report,
        route,
        sides.map(({ size }) => size),
        sides.map((side) => measured.get(side)?.get(route) as Measured),
      );
  },
};

/** Filled platforms of an earlier run with the same `BENCH_FOLDER` are used again. */
async function filledPlatform(folder: string, size: number): Promise<Filled> {
  const saved = join(folder, `${size}.json`);
  if (existsSync(saved)) return JSON.parse(readFileSync(saved, 'utf8')) as Filled;
  const base = join(folder, 'base');
  if (!existsSync(`${base}.json`)) {
    rmSync(base, { recursive: true, force: true });
    writeFileSync(`${base}.json`, JSON.stringify(await makeBase(base)));
  }
  const templates = JSON.parse(readFileSync(`${base}.json`, 'utf8')) as MadeTemplate[];
  const filled = await fillPlatform({ folder: base, templates }, join(folder, String(size)), size);
  const rate = Math.round(filled.rows / filled.seconds);
  process.stderr.write(`${size} providers: ${filled.rows} rows in ${Math.round(filled.seconds)} s, ${rate} rows/s\n`);
  writeFileSync(saved, JSON.stringify(filled));
  return filled;
}

/** The plans that Postgres really uses. */
async function explain(side: Side, plans: Plans): Promise<[Route, Reads][]> {
  // Filling a larger side may have taken longer than a token lasts.
  await side.signIn();
  await awaitResponses(side, routes);
  const found: [Route, Reads][] = [];
  for (const route of routes) {
    // A prepared statement has its lasting plan from the sixth execution on.
    await send(side, route, warmUp);
    const reads = await plans.of(explained, () => send(side, route, explained));
    found.push([route, reads]);
    const scans = reads.scanned.map((table) => `, all of ${table}`).join('');
    const most = reads.rows > 500 ? `, most of them by ${reads.most.replaceAll(/\s+/g, ' ').slice(0, 300)}` : '';
    process.stderr.write(`${side.size} providers, ${route.name}: ${reads.rows} rows read${scans}${most}\n`);
  }
  await Plans.stop(side.folder);
  await awaitResponses(side, routes);
  return found;
}

async function measure(side: Side, route: Route, measured: Measured): Promise<void> {
  await side.signIn();
  await send(side, route, warmUp);
  const before = platformMs(side.folder);
  measured.rounds.push(await send(side, route, requestsPerRound));
  measured.cpuMs += platformMs(side.folder) - before;
}

/** `all`: of each size. Percentiles are those of the requests of all rounds. */
function reportRoute(report: Report, { name, why }: Route, sizes: number[], all: Measured[]): void {
  const [small, large] = [all[0] as Measured, all.at(-1) as Measured];
  const figures = ({ rounds, cpuMs, reads }: Measured) => {
    const times = rounds.flat();
    const ms = (share: number) => percentile(times, share).toFixed(1);
    return `${ms(0.5)} / **${ms(0.99)}** ms, ${(cpuMs / times.length).toFixed(1)} ms CPU, ${reads.rows} rows`;
  };
  const p99 = (times: number[]) => percentile(times, 0.99);
  const ratio = p99(large.rounds.flat()) / p99(small.rounds.flat());
  const { scanned } = large.reads;
  report.measured({
    number: '16',
    what: `\`${name}\` (${why}): p50 / p99, processor time and rows read among ${sizes.slice(1).join(', ')} providers`,
    ours: [...all.slice(1).map(figures), ...scanned.map((table) => `**reads all of ${table}**`)].join('; '),
    reference: `${sizes[0]} providers: ${figures(small)}`,
    ratio,
    rounds: large.rounds.map((times, round) => p99(times) / p99(small.rounds[round] ?? [])),
    target: `≤ ${atMost}`,
    isMet: ratio <= atMost && scanned.length === 0,
  });
}
