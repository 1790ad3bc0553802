import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { temporaryDataDir } from '../deploy/local/data-dir.ts';
import { repositoryRoot } from '../deploy/local/environment.ts';
import { freePort } from '../deploy/local/ports.ts';
import { services } from '../deploy/local/services.ts';
import type { Environment } from '../deploy/local/settings/settings.ts';
import { readRun } from '../deploy/local/supervisor/run-file.ts';
import { stopWithParent } from '../deploy/local/supervisor/stop-with-parent.ts';
import { proportionalSet, residentSet } from './proc.ts';

export type Platform = AsyncDisposable & {
  url: string;
  /** From the command to its `ready` line. */
  secondsToReady: number;
  /** Resident set of every service, in MiB. */
  residentSets(): Record<string, number>;
  /** In MiB; counts Node's binary once for all services. */
  proportionalSets(): Record<string, number>;
};

/** A platform in a temporary folder. Disposing of `opened` stops it and removes the folder. */
export async function openPlatform(
  opened: AsyncDisposableStack,
  environment: Environment = {},
): Promise<{ folder: string; platform: Platform }> {
  const folder = temporaryDataDir('trust-bench');
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, platform: opened.use(await startPlatform(folder, environment)) };
}

/** Starts the platform as `npm start` does, with its own data folder and without the demo. */
export async function startPlatform(dataDir: string, environment: Environment = {}): Promise<Platform> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, ['deploy/local/start.ts', '--no-journey'], {
    cwd: repositoryRoot,
    env: { ...process.env, OTEL_SDK_DISABLED: 'true', ...environment, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stopper = child.pid === undefined ? undefined : stopWithParent(child.pid, 'SIGINT');
  await readyLine(child);
  const secondsToReady = (performance.now() - started) / 1000;
  // A full pipe would block the platform.
  child.stdout?.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    secondsToReady,
    residentSets: () => sizesOf(dataDir, (pid) => residentSet(pid) ?? Number.NaN),
    proportionalSets: () => sizesOf(dataDir, proportionalSet),
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await once(child, 'exit');
      stopper?.[Symbol.dispose]();
    },
  };
}

async function readyLine(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('The output of the platform is not a pipe.');
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('ready http')) return;
  throw new Error('The platform exited before it was ready. Its error is above.');
}

function sizesOf(dataDir: string, sizeOf: (pid: number) => number): Record<string, number> {
  const children = readRun(dataDir)?.children ?? {};
  return Object.fromEntries(services.map((name) => [name, sizeOf(children[name]?.pid ?? 0)]));
}
