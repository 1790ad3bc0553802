const minute = 60_000;
const hour = 60 * minute;
const waits = [0.5 * minute, 2 * minute, 10 * minute, hour, 4 * hour];

export const mostAttempts = 12;

/** When to try again, should the attempt that begins now not succeed: its number counts from 1 (contract §2). */
export function nextTry(attempt: number, startedAt: Date): Date {
  return new Date(startedAt.getTime() + (waits[attempt - 1] ?? 12 * hour));
}

/** Why a delivery ends without having been sent, if it does: nobody can use an expired code. */
export function givenUp(
  delivery: { attempts: number; expiresAt: Date | null },
  now: Date,
): 'expired' | 'attempts_used' | undefined {
  if (delivery.expiresAt && delivery.expiresAt <= now) return 'expired';
  return delivery.attempts >= mostAttempts ? 'attempts_used' : undefined;
}
