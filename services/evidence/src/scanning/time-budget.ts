import type { TimeLimits } from '../examination/examiner.ts';

/** How often a document may run out of time. */
const mostAttempts = 2;

/**
 * Promise U4. What one document may take: an ordinary one takes a second. The first look is short, so that nobody waits for long
 * behind a document that will come to no end; the second has the rest.
 */
const budgetMs = { cpu: 15_000, firstCpu: 3_000, wall: 60_000, firstWall: 20_000, urgent: 700 };

/** What was used of it. */
export type Used = { out_of_time: number; cpu_ms: number };

/** What belongs to a provider that is no burden has the processors first, for as long as an ordinary document takes. */
export function limitsOf({ out_of_time, cpu_ms }: Used, isQuiet: boolean): TimeLimits {
  if (out_of_time > 0) return { cpuMs: Math.max(1000, budgetMs.cpu - cpu_ms), wallMs: budgetMs.wall, urgentMs: 0 };
  return { cpuMs: budgetMs.firstCpu, wallMs: budgetMs.firstWall, urgentMs: isQuiet ? budgetMs.urgent : 0 };
}

/** What becomes of a document that ran out of time once more: after its last attempt it counts as unscannable where the machine was too slow for it. */
export function afterTimeOut({ out_of_time, cpu_ms }: Used): 'again' | 'too_complex' | 'unscannable' {
  if (cpu_ms >= budgetMs.cpu) return 'too_complex';
  return out_of_time < mostAttempts ? 'again' : 'unscannable';
}
