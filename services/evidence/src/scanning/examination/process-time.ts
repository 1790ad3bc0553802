import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { TimeLimits } from '../../examiner.ts';

// USER_HZ of proc(5).
const ticksPerSecond = 100;

/** Undefined after the process ended, or on a system without /proc. */
async function cpuMsOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Fields 14 and 15, counted after the name, which may contain spaces and parentheses.
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13) ?? [];
  const ticks = Number(user) + Number(system);
  return Number.isNaN(ticks) ? undefined : (ticks * 1000) / ticksPerSecond;
}

const checkEveryMs = 200;
const lowestPriority = 19;

/** By the clock: on a busy machine a process may wait long for a processor. */
export function watchTime(pid: number, { urgentMs, wallMs }: TimeLimits, end: () => void) {
  const began = performance.now();
  if (urgentMs === 0) lowerPriority(pid);
  let timer = setTimeout(check, Math.min(checkEveryMs, wallMs));
  let isDisposed = false;
  const watch = {
    endedAfterCpuMs: undefined as number | undefined,
    [Symbol.dispose]() {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
  async function check(): Promise<void> {
    const cpuMs = (await cpuMsOf(pid)) ?? performance.now() - began;
    if (isDisposed) return;
    const left = wallMs - (performance.now() - began);
    if (left <= 0) {
      watch.endedAfterCpuMs = Math.round(cpuMs);
      return end();
    }
    if (cpuMs >= urgentMs) lowerPriority(pid);
    timer = setTimeout(check, Math.min(checkEveryMs, left));
  }
  return watch;
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, lowestPriority);
  } catch {
    // The process has ended.
  }
}
