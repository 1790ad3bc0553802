const toleranceSeconds = 300;

/** Unix seconds within five minutes of `now`, in both directions (contract §2). */
export function isCurrent(timestamp: string, now: Date): boolean {
  // The reference implementations use parseInt, which accepts `123abc`.
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= toleranceSeconds;
}
