import { readFileSync } from 'node:fs';

export type ProcessStat = { parent: number; ownMs: number; withEndedChildrenMs: number };

// USER_HZ is 100 on every architecture of Linux.
const msPerTick = 10;

/** User and system time by proc(5); undefined if the process has exited. */
export function readStat(pid: number): ProcessStat | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The command in parentheses may hold spaces.
  const [, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const sum = (ticks: string[]) => ticks.reduce((total, value) => total + Number(value), 0) * msPerTick;
  return { parent: Number(parent), ownMs: sum(rest.slice(9, 11)), withEndedChildrenMs: sum(rest.slice(9, 13)) };
}

/** Milliseconds of user and system time of a running process. */
export function ownMs(pid: number): number {
  return readStat(pid)?.ownMs ?? Number.NaN;
}

/** MiB; undefined if the process has exited. */
export function residentSet(pid: number): number | undefined {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}

/** MiB: private pages, and a share of those that processes have in common. */
export function proportionalSet(pid: number): number {
  const kibibytes = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  return kibibytes === undefined ? Number.NaN : Number(kibibytes) / 1024;
}

export function childrenOf(pid: number): number[] {
  return (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Milliseconds of this process and of those that it started. */
export function treeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenMs();
}

/** Milliseconds of the processes that this one started, with their own children, while they run. */
export function childrenMs(pid = process.pid): number {
  return childrenOf(pid).reduce(
    (sum, child) => sum + (readStat(child)?.withEndedChildrenMs ?? 0) + childrenMs(child),
    0,
  );
}
