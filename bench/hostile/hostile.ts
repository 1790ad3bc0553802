import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../../demo/client.ts';
import type { Bench, Report } from '../harness.ts';
import { openPlatform } from '../platform.ts';
import { scanning } from './scanning.ts';
import { measure, type Scenario } from './scenario.ts';
import { slowUploads } from './slow-uploads.ts';

const scenarios: readonly Scenario[] = [slowUploads, scanning];
/** Pause after an attack, until the platform has recovered. */
const recoverySeconds = 10;

/** Promises I6 and U4: p99 and errors of honest clients, without and with an attack. */
export const hostile: Bench = {
  name: 'hostile',
  title: 'Attacks, and what they cost other clients',
  rounds: 3,
  async run(report) {
    for (const scenario of scenarios) await measureScenario(report, scenario);
  },
};

async function measureScenario(
  report: Report,
  { promise, what, others, environment, seconds, prepare }: Scenario,
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const limits = { EDGE_REQUESTS_PER_MINUTE: '1000000000' };
  const { platform } = await openPlatform(opened, { ...limits, ...environment });
  // A rejected request is an error of the measurement, not a retry.
  const { requests, attack } = await prepare(new Client(platform.url, undefined, { retry: { attempts: 1 } }));
  await measure(requests, 5);
  await report.figures(
    [
      { number: promise, what: `${others}: p99 without the attack`, unit: 'ms' },
      { number: promise, what: `p99 with the attack (${what})`, unit: 'ms' },
      { number: promise, what: 'p99 with / without', unit: 'times', atMost: 3 },
      { number: promise, what: 'errors without the attack', unit: 'errors', atMost: 0 },
      { number: promise, what: 'errors with the attack', unit: 'errors', atMost: 0 },
      { number: promise, what: 'requests with the attack', unit: 'requests' },
    ],
    async () => {
      const calm = await measure(requests, seconds);
      const running = await attack();
      const disturbed = await measure(requests, seconds);
      await running[Symbol.asyncDispose]();
      await delay(recoverySeconds * 1000);
      const ratio = disturbed.p99Ms / calm.p99Ms;
      return [calm.p99Ms, disturbed.p99Ms, ratio, calm.errors, disturbed.errors, disturbed.count];
    },
  );
}
