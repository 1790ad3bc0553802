import { join } from 'node:path';
import { internalSecretHeader } from '@trust/contracts/actor';
import { ensureTools } from '../../deploy/local/packages/ensure-tools.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import { openDurableDatabase } from '../durable-database.ts';
import { type Bench, median } from '../harness.ts';
import { openPlatform } from '../platform.ts';
import { ownMs, residentSet } from '../proc.ts';
import { platformMs } from '../processor-time.ts';
import { startReplica } from '../replica.ts';
import { startWorker } from '../worker-process.ts';
import type { Arguments } from './accepting-service.ts';
import type { Started } from './bare-express.ts';
import { memoryInUse, reportingMemory } from './memory-in-use.ts';
import { sendSigned, type Target } from './signed-load.ts';

const seconds = 5;
const connections = 16;
const count = 60_000;
const badPosts = 10_000;
const secret = 'whsec_of_the_benchmark_webhooks';
const path = '/api/v1/webhooks/payments/stripe';

/** Accepted webhooks against a bare Express handler with the same insert, and memory under bad ones. */
export const webhooks: Bench = {
  name: 'webhooks',
  title: 'Webhooks: accepting them, and refusing bad ones',
  async run(report) {
    const { wrk: tool } = await ensureTools({ wrk: { apt: 'wrk' }, taskset: { apt: 'util-linux' } }, () => {});
    await using opened = new AsyncDisposableStack();
    const { folder } = await openPlatform(opened);
    const memoryFile = join(folder, 'memory-in-use');
    const { services, owners } = runningSettings(folder);
    const environment = {
      ...services.webhooks,
      WEBHOOK_SECRETS: JSON.stringify({ stripe: [secret] }),
      RATE_LIMITS: JSON.stringify({ 'webhook-failure': 1_000_000 }),
      ...reportingMemory(memoryFile),
    };
    const service = opened.use(await startReplica('webhooks', { folder, environment }));
    const proof = { [internalSecretHeader]: services.webhooks.INTERNAL_SECRET ?? '', 'X-Forwarded-For': '192.0.2.1' };
    const load = async (target: Target) => sendSigned(target, { tool, folder, secret, seconds, connections, count });
    const compare = async (
      what: string,
      target: Target,
      { databaseUrl, processorMs }: { databaseUrl: string; processorMs: () => number },
    ) => {
      const bare = opened.use(await startWorker(join(import.meta.dirname, 'bare-express.ts'), [databaseUrl]));
      const [barePort] = (await bare.send({})) as Started;
      const reference = { url: `http://127.0.0.1:${barePort}`, path: '/webhooks', headers: {} };
      const p99s: number[] = [];
      await report.ratio({
        number: '12',
        what: `${what}, ${connections} connections / by a bare Express handler with the same insert`,
        unit: 'webhooks/s',
        atLeast: 0.6,
        ours: async () => {
          const { perSecond, p99Ms } = await load(target);
          p99s.push(p99Ms);
          return perSecond;
        },
        reference: async () => (await load(reference)).perSecond,
        note: () => `p99 ${median(p99s).toFixed(1)} ms`,
        processorMs,
      });
    };
    const url = await openDurableDatabase(opened, report, 'webhooks');
    const args: Arguments = [url, secret, proof[internalSecretHeader] ?? ''];
    const accepting = opened.use(await startWorker(join(import.meta.dirname, 'accepting-service.ts'), args));
    const [port] = (await accepting.send({})) as Started;
    const target = { url: `http://127.0.0.1:${port}`, path, headers: proof };
    await compare('webhooks accepted, while their work waits in the outbox', target, {
      databaseUrl: url,
      processorMs: () => ownMs(accepting.pid),
    });
    const whole = { url: service.url, path, headers: proof };
    const { DATABASE_OWNER_URL: databaseUrl } = owners.webhooks;
    await compare('webhooks accepted, while two replicas work on them', whole, {
      databaseUrl,
      processorMs: () => platformMs(folder) + ownMs(service.pid),
    });

    const send = () => sendBad(`${service.url}${path}`, proof);
    // The first requests load modules that stay.
    await send();
    await report.figures(
      [
        {
          number: 'W6',
          what: `growth of heap and buffers over ${badPosts} posts with a wrong signature`,
          unit: 'MiB',
          atMost: 10,
        },
        { number: 'W6', what: 'resident set after them', unit: 'MiB' },
      ],
      async () => {
        const before = await memoryInUse(service.pid, memoryFile);
        await send();
        return [(await memoryInUse(service.pid, memoryFile)) - before, residentSet(service.pid) ?? Number.NaN];
      },
    );
  },
};

async function sendBad(url: string, headers: Record<string, string>): Promise<void> {
  const body = 'x'.repeat(8 * 1024);
  let sent = 0;
  const sender = async () => {
    while (sent++ < badPosts) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'stripe-signature': 't=1,v1=0' },
        body,
      });
      await response.arrayBuffer();
      if (response.status !== 401) throw new Error(`A bad webhook got ${response.status}.`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, sender));
}
