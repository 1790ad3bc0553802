export const dueDays = 30;

/** Computed when read; no job updates it (promise M4). */
export function freshnessAt(validUntil: Date, at: Date): 'fresh' | 'due' | 'expired' {
  if (validUntil <= at) return 'expired';
  return validUntil.getTime() - at.getTime() <= dueDays * 86_400_000 ? 'due' : 'fresh';
}
