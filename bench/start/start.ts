import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import type { Bench } from '../harness.ts';
import { startPlatform } from '../platform.ts';

const restMs = 20_000;
/** As `npm start`; other benchmarks export nothing. */
const withTelemetry = { OTEL_SDK_DISABLED: 'false' };

/** Targets 13 and 14: seconds until ready, with an empty and a used data folder; memory at rest. */
export const start: Bench = {
  name: 'start',
  title: 'Start',
  async run(report) {
    await report.figures(
      [
        { number: '13', what: 'cold start', unit: 's', atMost: 120 },
        { number: '13', what: 'warm start', unit: 's', atMost: 5 },
        { number: '14', what: 'largest service at rest', unit: 'MiB', atMost: 100 },
        { number: '14', what: 'mean of the services at rest', unit: 'MiB', atMost: 100 },
        { number: '14', what: 'mean of the services, shared pages divided', unit: 'MiB' },
      ],
      async () => {
        const dataDir = temporaryDataDir('trust-bench');
        const cold = await measureColdStart(dataDir);
        const warm = await measureWarmStart(dataDir);
        rmSync(dataDir, { recursive: true, force: true });
        return [cold, ...warm];
      },
    );
  },
};

async function measureColdStart(dataDir: string): Promise<number> {
  await using platform = await startPlatform(dataDir, withTelemetry);
  return platform.secondsToReady;
}

async function measureWarmStart(dataDir: string): Promise<number[]> {
  await using platform = await startPlatform(dataDir, withTelemetry);
  await delay(restMs);
  const resident = Object.values(platform.residentSets());
  const proportional = Object.values(platform.proportionalSets());
  return [platform.secondsToReady, Math.max(...resident), meanOf(resident), meanOf(proportional)];
}

function meanOf(sizes: number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}
