import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryDataDir } from '../deploy/local/data-dir.ts';
import type { Bench } from './harness.ts';
import { startPlatform } from './platform.ts';

const settleMs = 20_000;

/** From the command to `ready`, on an empty data folder and on a used one, and what each service then takes (targets 13 and 14). */
export const start: Bench = {
  name: 'start',
  title: 'Start',
  async run(report) {
    await report.figures(
      [
        { number: '13', what: 'cold start', unit: 's', atMost: 120 },
        { number: '13', what: 'warm start', unit: 's', atMost: 15 },
        { number: '14', what: 'largest service at rest', unit: 'MiB', atMost: 120 },
        { number: '14', what: 'mean of the seven at rest', unit: 'MiB', atMost: 120 },
      ],
      async () => {
        const dataDir = temporaryDataDir('trust-bench');
        const cold = await timeToReady(dataDir);
        const warm = await restWarm(dataDir);
        rmSync(dataDir, { recursive: true, force: true });
        return [cold, ...warm];
      },
    );
  },
};

async function timeToReady(dataDir: string): Promise<number> {
  await using platform = await startPlatform(dataDir);
  return platform.secondsToReady;
}

async function restWarm(dataDir: string): Promise<number[]> {
  await using platform = await startPlatform(dataDir);
  await delay(settleMs);
  const sizes = Object.values(platform.residentSets());
  return [platform.secondsToReady, Math.max(...sizes), sizes.reduce((sum, size) => sum + size, 0) / sizes.length];
}
