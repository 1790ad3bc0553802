import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../../demo/client.ts';
import { newPhoneNumber, readMailbox, signIn } from '../../demo/steps/sign-in.ts';
import { register } from '../../demo/steps/workspace.ts';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import type { Bench } from '../harness.ts';
import { startPlatform } from '../platform.ts';

const minutes = 10;
// Below every rate limit of one person and one address.
const readEveryMs = 20;
const writeEveryMs = 2500;

/** Target 14: growth of memory in the last five of ten minutes of requests to every service. */
export const memory: Bench = {
  name: 'memory',
  title: 'Memory under load',
  rounds: 1,
  async run(report) {
    await report.figures(
      [
        { number: '14', what: 'largest growth from minute 5 to minute 10', unit: 'times', atMost: 1.1 },
        { number: '14', what: 'largest service after 10 minutes', unit: 'MiB', atMost: 160 },
      ],
      async () => {
        const dataDir = temporaryDataDir('trust-bench');
        // The first start after a change of a source also holds the type stripper, 20 MiB per process.
        await (await startPlatform(dataDir))[Symbol.asyncDispose]();
        const figures = await soak(dataDir);
        rmSync(dataDir, { recursive: true, force: true });
        return figures;
      },
    );
  },
};

async function soak(dataDir: string): Promise<number[]> {
  await using platform = await startPlatform(dataDir);
  // A rejected request is an error, not a retry.
  const client = new Client(platform.url, undefined, { retry: { attempts: 1 } });
  const owner = await signIn(client, newPhoneNumber());
  const triage = await signIn(client, 'triage@example.test');
  await register(client, owner, 'Under load');
  const ended = AbortSignal.timeout(minutes * 60_000);
  const { api: person } = client.as(owner);
  const { api: operator } = client.as(triage);
  const { api: visitor } = client.withoutSession({ attempts: 1 });
  const reads = [
    () => person.getWorkspace(),
    () => person.listUploadIntents(),
    () => person.listVerificationTimeline(),
    () => operator.listTriageItems(),
    () => visitor.listPublicCategories(),
    () => readMailbox(client, owner.identifier),
  ];
  const middle = delay((minutes * 60_000) / 2).then(() => platform.residentSets());
  const writing = repeat(ended, writeEveryMs, (round) => person.patchProfile({ body: { summary: `Round ${round}` } }));
  await repeat(ended, readEveryMs, (round) => (reads[round % reads.length] as (typeof reads)[number])());
  await writing;
  const [before, after] = [await middle, platform.residentSets()];
  const growth = Object.entries(after).map(([name, size]) => size / (before[name] ?? size));
  return [Math.max(...growth), Math.max(...Object.values(after))];
}

async function repeat(ended: AbortSignal, everyMs: number, work: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; !ended.aborted; round++) {
    await work(round);
    await delay(everyMs);
  }
}
