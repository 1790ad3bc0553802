import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../../demo/client.ts';
import { type Published, runJourney, type Stage } from '../../demo/journey.ts';
import { operatorSessions } from '../../demo/steps/sign-in.ts';
import { category, centre } from '../../demo/steps/workspace.ts';
import { serviceDatabases } from '../../deploy/local/services.ts';
import { type Platform, startPlatform } from '../../test/platform.ts';
import type { Bench } from '../harness.ts';
import { processorSeconds } from '../processor-time.ts';
import { growthOf, storedParts } from './stored-bytes.ts';

const providers = 20;
// Fewer than the rate limits of one person and one address allow in a minute.
const reads = 50;
const idleSeconds = 10;
const parts = ['gateway', 'services', 'Postgres', 'NATS'];

/** Measures what one provider and one read cost; docs/scaling.md extrapolates from it. */
export const scaling: Bench = {
  name: 'scaling',
  title: 'What one verified provider and one read cost',
  rounds: 1,
  async run(report) {
    await using platform = await startPlatform({ EDGE_REQUESTS_PER_MINUTE: '1000000' });
    const client = new Client(platform.url);
    const stage = stageOf(client);
    const runOne = async () => {
      await platform.resetCodeLimits();
      return runJourney(stage);
    };
    const first = await runOne();
    await runOne();

    let idle = [0, 0, 0, 0];
    await report.figures(
      parts.map((part) => figure(`processor time of an idle platform per second: ${part}`, 'ms')),
      async () => {
        const before = await settledTimes(platform);
        await delay(idleSeconds * 1000);
        idle = difference(before, processorTimes(platform)).map((seconds) => seconds / idleSeconds);
        return idle.map((seconds) => seconds * 1000);
      },
    );
    /** Seconds beyond those of an idle platform. */
    const timesOf = async (work: () => Promise<unknown>) => {
      const started = performance.now();
      const before = processorTimes(platform);
      await work();
      const elapsed = (performance.now() - started) / 1000;
      return difference(before, processorTimes(platform)).map(
        (seconds, index) => seconds - elapsed * (idle[index] ?? 0),
      );
    };

    await report.figures(
      [
        ...storedParts.map((part) => figure(`stored per provider: ${part}`, 'KiB')),
        figure('events per provider', ''),
        ...parts.map((part) => figure(`processor time per provider: ${part}`, 'ms')),
      ],
      async () => {
        const events = await countEvents(platform);
        let times: number[] = [];
        const grown = await growthOf(platform, async () => {
          times = await timesOf(async () => {
            for (let count = 0; count < providers; count++) await runOne();
            await platform.settled();
          });
        });
        return [
          ...grown.map((bytes) => bytes / 1024 / providers),
          ((await countEvents(platform)) - events) / providers,
          ...times.map((seconds) => (seconds * 1000) / providers),
        ];
      },
    );
    for (const [what, read] of readsOf(client, first))
      await report.figures(
        parts.slice(0, 3).map((part) => figure(`processor time of ${what}: ${part}`, 'ms')),
        async () => {
          for (const name of ['identity', 'provider'] as const) await platform.rows(name, 'delete from rate_limit');
          const times = await timesOf(async () => {
            for (let count = 0; count < reads; count++) await read();
          });
          return times.slice(0, 3).map((seconds) => (seconds * 1000) / reads);
        },
      );
  },
};

function readsOf(client: Client, { owner, provider }: Published): [what: string, read: () => Promise<unknown>][] {
  const { api: visitor } = client.withoutSession({ attempts: 1 });
  const { publicProviderId } = provider;
  return [
    ['a search', () => visitor.searchProviders({ params: { query: { category, ...centre, radiusKm: 20 } } })],
    ['a page of claim cards', () => visitor.listPublicClaims({ params: { path: { publicProviderId } } })],
    ['the workspace', () => client.as(owner).api.getWorkspace()],
  ];
}

const figure = (what: string, unit: string) => ({ number: '', what, unit });

function stageOf(client: Client): Stage {
  const operator = operatorSessions(client);
  return { client, operator, step: (_number, _title, run) => run(), note: () => {} };
}

async function countEvents(platform: Platform): Promise<number> {
  const counts = await Promise.all(
    serviceDatabases.map(async (name) => {
      const [row] = await platform.rows<{ count: string }>(name, 'select count(*) from outbox');
      return Number(row?.count);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function settledTimes(platform: Platform): Promise<number[]> {
  await platform.settled();
  // Scans and audit checkpoints end after the last event.
  await delay(1000);
  return processorTimes(platform);
}

/** Seconds, in the order of `parts`. */
function processorTimes({ dataDir }: Platform): number[] {
  const times = processorSeconds(dataDir);
  const services = serviceDatabases.reduce((sum, name) => sum + (times[name] ?? 0), 0);
  return [times.gateway ?? 0, services, times.postgres ?? 0, times['nats-server'] ?? 0];
}

function difference(before: number[], after: number[]): number[] {
  return after.map((value, index) => value - (before[index] ?? 0));
}
