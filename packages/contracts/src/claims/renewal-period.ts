const dayMs = 24 * 3_600_000;

/** A claim can be renewed from its first reminder until `daysAfter` its end (docs/domain/case.md 3). */
export const renewalPeriod = { daysBefore: 60, daysAfter: 90 } as const;

export function canRenew(validUntil: Date, now: Date): boolean {
  return !isRenewalEarly(validUntil, now) && now.getTime() < validUntil.getTime() + renewalPeriod.daysAfter * dayMs;
}

export function isRenewalEarly(validUntil: Date, now: Date): boolean {
  return validUntil.getTime() - renewalPeriod.daysBefore * dayMs > now.getTime();
}
