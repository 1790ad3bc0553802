import type { TimeLimits } from '../examiner.ts';

const maxAttempts = 2;

/** Promise U4. The first attempt is short, so that others do not wait for an endless document. */
const budgetMs = { cpu: 15_000, firstCpu: 3_000, wall: 60_000, firstWall: 20_000, urgent: 700 };

export type TimeUsed = { out_of_time: number; cpu_ms: number };

/** Documents of a quiet provider have normal priority for as long as an ordinary one takes. */
export function timeLimits({ out_of_time, cpu_ms }: TimeUsed, isQuiet: boolean): TimeLimits {
  if (out_of_time > 0) return { cpuMs: Math.max(1000, budgetMs.cpu - cpu_ms), wallMs: budgetMs.wall, urgentMs: 0 };
  return { cpuMs: budgetMs.firstCpu, wallMs: budgetMs.firstWall, urgentMs: isQuiet ? budgetMs.urgent : 0 };
}

/** `unscannable`: the machine was too busy, so the document did not use up its processor time. */
export function outcomeOfTimeout({ out_of_time, cpu_ms }: TimeUsed): 'again' | 'too_complex' | 'unscannable' {
  if (cpu_ms >= budgetMs.cpu) return 'too_complex';
  return out_of_time < maxAttempts ? 'again' : 'unscannable';
}
