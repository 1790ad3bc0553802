import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { TimeLimits } from './examiner.ts';

// The kernel's unit in /proc, whatever its own (proc(5)).
const ticksPerSecond = 100;

/** Milliseconds of processor time that a process has had; undefined where the kernel does not say, or it has ended. */
async function cpuMsOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program may hold spaces and parentheses. Fields 14 and 15 are the times in user and system mode.
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13) ?? [];
  const ticks = Number(user) + Number(system);
  return Number.isNaN(ticks) ? undefined : (ticks * 1000) / ticksPerSecond;
}

const lookEveryMs = 200;
const lowestPriority = 19;

/** Watches a process until disposed of. The clock ends it too: on a busy machine it may wait for a processor for long. */
export function watchTime(pid: number, { urgentMs, wallMs }: TimeLimits, end: () => void) {
  const began = performance.now();
  if (urgentMs === 0) lowerPriority(pid);
  let timer = setTimeout(look, Math.min(lookEveryMs, wallMs));
  let isOver = false;
  const watch = {
    /** How much processor time the process had had when the clock ended it. */
    endedAfterCpuMs: undefined as number | undefined,
    [Symbol.dispose]() {
      isOver = true;
      clearTimeout(timer);
    },
  };
  async function look(): Promise<void> {
    // Where the kernel does not say, the clock has to do.
    const cpuMs = (await cpuMsOf(pid)) ?? performance.now() - began;
    if (isOver) return;
    const left = wallMs - (performance.now() - began);
    if (left <= 0) {
      watch.endedAfterCpuMs = Math.round(cpuMs);
      return end();
    }
    if (cpuMs >= urgentMs) lowerPriority(pid);
    timer = setTimeout(look, Math.min(lookEveryMs, left));
  }
  return watch;
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, lowestPriority);
  } catch {
    // It has ended meanwhile.
  }
}
