const day = 86_400_000;

/** Days before the end of a claim at which a reminder is due (docs/domain/evidence.md 39). */
export const reminderDays = [60, 30, 7, 0] as const;
type RenewalStatus = 'current' | 'due' | 'overdue';

export function renewalStatus(until: Date, now: Date): RenewalStatus {
  if (until <= now) return 'overdue';
  return until.getTime() - reminderDays[0] * day <= now.getTime() ? 'due' : 'current';
}
