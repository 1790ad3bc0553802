import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Session } from '../demo/client.ts';
import { newPhoneNumber, refresh, sessionOf, signIn } from '../demo/steps/sign-in.ts';
import { register } from '../demo/steps/workspace.ts';
import { temporaryDataDir } from '../deploy/local/data-dir.ts';
import type { Bench } from './harness.ts';
import { startPlatform } from './platform.ts';

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
        const figures = await soak(dataDir);
        rmSync(dataDir, { recursive: true, force: true });
        return figures;
      },
    );
  },
};

async function soak(dataDir: string): Promise<number[]> {
  await using platform = await startPlatform(dataDir);
  const client = new Client(platform.url);
  const owner = await signIn(client, newPhoneNumber());
  const operator = await signIn(client, 'triage@example.test');
  await register(client, owner, 'Under load');
  const ended = AbortSignal.timeout(minutes * 60_000);
  const reads = [
    () => client.expect(200, 'GET', '/provider-workspace/me', { as: owner }),
    () => client.expect(200, 'GET', '/provider-workspace/me/upload-intents', { as: owner }),
    () => client.expect(200, 'GET', '/provider-workspace/me/verification-timeline', { as: owner }),
    () => client.expect(200, 'GET', '/operations/triage', { as: operator }),
    () => client.expect(200, 'GET', '/public/categories'),
    () => client.expect(200, 'GET', `/dev/mailbox?to=${encodeURIComponent(owner.identifier)}`),
  ];
  const middle = delay((minutes * 60_000) / 2).then(async () => {
    await Promise.all([renewToken(client, owner), renewToken(client, operator)]);
    return platform.residentSets();
  });
  const writing = repeat(ended, writeEveryMs, (round) =>
    client.expect(200, 'PATCH', '/provider-workspace/me/profile', { as: owner, body: { summary: `Round ${round}` } }),
  );
  await repeat(ended, readEveryMs, (round) => (reads[round % reads.length] as (typeof reads)[number])());
  await writing;
  const [before, after] = [await middle, platform.residentSets()];
  const growth = Object.entries(after).map(([name, size]) => size / (before[name] ?? size));
  return [Math.max(...growth), Math.max(...Object.values(after))];
}

/** An access token expires when the load ends, so it is renewed half-way. */
async function renewToken(client: Client, session: Session): Promise<void> {
  const { body } = await refresh(client, session);
  Object.assign(session, sessionOf(session.identifier, body as Parameters<typeof sessionOf>[1]));
}

async function repeat(ended: AbortSignal, everyMs: number, work: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; !ended.aborted; round++) {
    await work(round);
    await delay(everyMs);
  }
}
