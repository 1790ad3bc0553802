import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Pids are reused; pid and start time together identify one process. */
export type ProcessIdentity = { pid: number; startedAt: string };

export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = existsSync('/proc/self/stat') ? startTicks(pid) : ps(pid, 'lstart=');
  return startedAt ? { pid, startedAt } : undefined;
}

export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return identify(pid)?.startedAt === startedAt;
}

export function commandLine(pid: number): string {
  if (!existsSync('/proc/self/cmdline')) return ps(pid, 'command=') ?? '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function startTicks(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain parentheses; the other fields follow the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  const result = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  return result.stdout?.trim() || undefined;
}
