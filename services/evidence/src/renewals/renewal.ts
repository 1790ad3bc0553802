const day = 86_400_000;

/** Days before the end of its validity at which a document asks for its renewal (contract §2). */
export const rungs = [60, 30, 7, 0] as const;
type RenewalStatus = 'current' | 'due' | 'overdue';

/** A document is good for as long as the claim that it can support, counted from its confirmation. */
export function validUntil(confirmedAt: Date, validityDays: number): Date {
  return new Date(confirmedAt.getTime() + validityDays * day);
}

export function renewalStatus(until: Date, now: Date): RenewalStatus {
  if (until <= now) return 'overdue';
  return until.getTime() - rungs[0] * day <= now.getTime() ? 'due' : 'current';
}
