import { readdirSync, readFileSync } from 'node:fs';
import { readRun } from '../deploy/local/supervisor/run-file.ts';

// USER_HZ is 100 on every architecture of Linux.
const ticksPerSecond = 100;

type Stat = { pid: number; parent: number; ticks: number };

/** User and system time in seconds, by part of a running platform; children are included. */
export function processorSeconds(dataDir: string): Record<string, number> {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []));
  const byParent = Map.groupBy(all, ({ parent }) => parent);
  const total = (stat: Stat): number =>
    (byParent.get(stat.pid) ?? []).reduce((sum, child) => sum + total(child), stat.ticks);
  const children = Object.entries(readRun(dataDir)?.children ?? {});
  return Object.fromEntries(
    children.map(([name, { pid }]) => {
      const stat = all.find((one) => one.pid === pid);
      return [name, stat ? total(stat) / ticksPerSecond : Number.NaN];
    }),
  );
}

/** With the time of the children that ended: Postgres ends a process with each connection. */
function statOf(pid: number): Stat[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command in parentheses may hold spaces.
    const [, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = rest.slice(9, 13).reduce((sum, value) => sum + Number(value), 0);
    return [{ pid, parent: Number(parent), ticks }];
  } catch {
    return [];
  }
}
