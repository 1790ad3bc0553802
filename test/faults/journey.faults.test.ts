import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallRecord, Client } from '../../demo/client.ts';
import { runJourney, type Stage } from '../../demo/journey.ts';
import { verifyAudit } from '../../demo/steps/proof.ts';
import { operatorSessions } from '../../demo/steps/sign-in.ts';
import { expectedCounts, journeyEffects } from '../journey-effects.ts';
import { type PartName, type Platform, startPlatform } from '../platform.ts';

const casualties: Record<number, PartName> = {
  1: 'webhooks',
  2: 'provider',
  3: 'identity',
  4: 'nats-server',
  5: 'verification',
  6: 'evidence',
  7: 'postgres',
  8: 'operations',
  9: 'gateway',
};

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
}, 120_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

/** Kills after the first response of each step, while its consequences are being processed. */
function stageWithCasualties(): { stage: Stage; seen: CallRecord[]; killed: PartName[] } {
  const seen: CallRecord[] = [];
  const killed: PartName[] = [];
  let next: PartName | undefined;
  const client = new Client(
    platform.url,
    (request) => {
      seen.push(request);
      if (!next) return;
      platform.kill(next);
      killed.push(next);
      next = undefined;
    },
    { retryMs: 30_000 },
  );
  const stage: Stage = {
    client,
    operator: operatorSessions(client),
    step(number, _title, run) {
      next = casualties[number];
      return run();
    },
    note: () => {},
  };
  return { stage, seen, killed };
}

test('F1 F2 F3 the journey loses and repeats nothing while every service, NATS and Postgres are killed', async () => {
  const { stage, seen, killed } = stageWithCasualties();
  const published = await runJourney(stage);
  expect(killed).toEqual(Object.values(casualties));

  await platform.settled();
  const effects = journeyEffects(platform.rows, platform.dataDir);
  expect(await effects.countsOf(published)).toEqual(expectedCounts(published));
  const posts = seen.filter(({ method, status, path }) => method === 'POST' && status < 300 && path.startsWith('/'));
  const requestIds = posts.map(({ requestId }) => requestId);
  expect(await verifyAudit(platform.dataDir, requestIds)).toMatch(/chain holds/);
  expect(await effects.entriesOf(requestIds)).toEqual(requestIds.map(() => 1));
}, 180_000);
