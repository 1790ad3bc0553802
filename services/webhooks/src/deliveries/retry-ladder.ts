const minute = 60_000;
const hour = 60 * minute;
const waits = [0.5 * minute, 2 * minute, 10 * minute, hour, 4 * hour];

export const mostAttempts = 12;

/** When to retry if this attempt fails. Attempts count from 1 (contract §2). */
export function nextTry(attempt: number, startedAt: Date): Date {
  return new Date(startedAt.getTime() + (waits[attempt - 1] ?? 12 * hour));
}

/** The reason to give up a delivery, if any. An expired code is useless. */
export function givenUp(
  delivery: { attempts: number; expiresAt: Date | null },
  now: Date,
): 'expired' | 'attempts_used' | undefined {
  if (delivery.expiresAt && delivery.expiresAt <= now) return 'expired';
  return delivery.attempts >= mostAttempts ? 'attempts_used' : undefined;
}
