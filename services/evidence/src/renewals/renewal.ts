const day = 86_400_000;

/** Days before the end of a claim at which the document that it rests on has to be renewed (contract §2). */
export const rungs = [60, 30, 7, 0] as const;
type RenewalStatus = 'current' | 'due' | 'overdue';

export function renewalStatus(until: Date, now: Date): RenewalStatus {
  if (until <= now) return 'overdue';
  return until.getTime() - rungs[0] * day <= now.getTime() ? 'due' : 'current';
}
