import { readdirSync } from 'node:fs';
import { readRun } from '../deploy/local/supervisor/run-file.ts';
import { type ProcessStat, readStat } from './proc.ts';

/**
 * User and system time in seconds, by part of a running platform. Children are included, also those that ended:
 * Postgres ends a process with each connection.
 */
export function processorSeconds(dataDir: string): Record<string, number> {
  const all = new Map<number, ProcessStat>();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const stat = readStat(pid);
    if (stat) all.set(pid, stat);
  }
  const byParent = Map.groupBy(all.keys(), (pid) => all.get(pid)?.parent);
  const total = (pid: number): number =>
    (byParent.get(pid) ?? []).reduce(
      (sum, child) => sum + total(child),
      all.get(pid)?.withEndedChildrenMs ?? Number.NaN,
    );
  const children = Object.entries(readRun(dataDir)?.children ?? {});
  return Object.fromEntries(children.map(([name, { pid }]) => [name, total(pid) / 1000]));
}
