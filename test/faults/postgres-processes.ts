import { readdirSync, readFileSync } from 'node:fs';
import { readRun } from '../../deploy/local/supervisor/run-file.ts';
import type { Platform } from '../platform.ts';
import type { Random } from './random.ts';

/** Stops the postmaster and all its children; they continue when disposed of. */
export function pauseCluster(platform: Platform): AsyncDisposable {
  const postmaster = postmasterOf(platform);
  const pids = [postmaster, ...childrenOf(postmaster)];
  for (const pid of pids) signal(pid, 'SIGSTOP');
  return {
    async [Symbol.asyncDispose]() {
      for (const pid of pids) signal(pid, 'SIGCONT');
    },
  };
}

/** Postgres ends all connections and recovers from its log. */
export async function killBackend(platform: Platform, random: Random): Promise<void> {
  const backends = childrenOf(postmasterOf(platform)).filter((pid) => /_app /.test(commandOf(pid)));
  signal(random.choose(backends), 'SIGKILL');
}

export async function terminateBackends(platform: Platform): Promise<void> {
  const backends = childrenOf(postmasterOf(platform)).filter((pid) => /_app /.test(commandOf(pid)));
  // As `pg_terminate_backend` does.
  for (const pid of backends) signal(pid, 'SIGTERM');
}

function postmasterOf({ dataDir }: Platform): number {
  const pid = readRun(dataDir)?.children.postgres?.pid;
  if (!pid) throw new Error('Postgres does not run.');
  return pid;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === parent)
    .map(Number)
    .sort((a, b) => a - b);
}

function parentOf(pid: number): number | undefined {
  const status = readIfAlive(`/proc/${pid}/status`);
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
}

const commandOf = (pid: number) => readIfAlive(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

function readIfAlive(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It may have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
