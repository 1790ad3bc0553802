import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import {
  changeSchema,
  fillNotifications,
  type Step,
  steps,
  useInbox,
  userOf,
  users,
} from '../../services/webhooks/test/schema-changes.ts';
import { startWebhooks, type Webhooks } from '../../services/webhooks/test/service.ts';
import { openDurableDatabase } from '../durable-database.ts';
import { type Bench, percentile } from '../harness.ts';

const rows = Number(process.env.BENCH_ROWS ?? 20_000_000);
const people = 2;
const quietSeconds = 60;

/** Milliseconds of each use of an inbox, and what failed. */
type Uses = { took: number[]; failures: string[]; seconds: number };

/** How long people wait while a large table gets a required column with an index, as docs/releases.md says. */
export const schemaChanges: Bench = {
  name: 'schema-changes',
  title: 'Schema changes under load',
  rounds: 1,
  async run(report) {
    await using opened = new AsyncDisposableStack();
    const url = await openDurableDatabase(opened, report, 'webhooks');
    const webhooks = opened.use(await startWebhooks({ urls: { app: url, owner: url }, connections: 4 }));
    const owner = new Client({ connectionString: url });
    await owner.connect();
    opened.defer(() => owner.end());
    print(`filling ${rows.toLocaleString('en')} notices`);
    await fillNotifications(owner, rows, webhooks.clock.now);
    print(`measuring ${quietSeconds} s without a change`);
    await useDuring(webhooks, () => delay(5000));
    const quiet = await useDuring(webhooks, () => delay(quietSeconds * 1000));
    const during = new Map<Step, Uses>();
    await changeSchema(
      url,
      async (step, work) => {
        print(`step: ${step}`);
        during.set(step, await useDuring(webhooks, work));
      },
      print,
    );
    for (const step of steps) {
      const uses = during.get(step);
      if (!uses) throw new Error(`The step ${step} did not run.`);
      const ratio = percentile(uses.took, 0.99) / percentile(quiet.took, 0.99);
      report.measured({
        number: 'C5',
        what: `${step}: using an inbox of ${rows.toLocaleString('en')} notices, p99`,
        ours: `${describe(uses)}, in ${Math.round(uses.seconds)} s`,
        reference: describe(quiet),
        ratio,
        rounds: [ratio],
        target: 'none fails',
        isMet: uses.failures.length === 0,
      });
      for (const failure of uses.failures.slice(0, 5)) print(`${step}: ${failure}`);
    }
  },
};

async function useDuring(webhooks: Webhooks, work: () => Promise<unknown>): Promise<Uses> {
  const uses: Uses = { took: [], failures: [], seconds: 0 };
  let isDone = false;
  const started = performance.now();
  const using = Array.from({ length: people }, async () => {
    do {
      const began = performance.now();
      const failed = await useInbox(webhooks, userOf(randomInt(users))).catch((error: unknown) => [String(error)]);
      uses.took.push(performance.now() - began);
      uses.failures.push(...failed);
    } while (!isDone);
  });
  await work().finally(() => {
    isDone = true;
  });
  uses.seconds = (performance.now() - started) / 1000;
  await Promise.all(using);
  return uses;
}

function describe({ took, failures }: Uses): string {
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => percentile(took, share).toFixed(1));
  return `**${p99}** ms (p50 ${p50}, longest ${longest}), ${took.length} uses, ${failures.length} failed`;
}

function print(line: string): void {
  process.stderr.write(`${line}\n`);
}
