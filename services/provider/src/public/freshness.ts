const dueDays = 30;

/** How old the proof is: computed when read, never swept (promise M4). */
export function freshnessAt(validUntil: Date, at: Date): 'fresh' | 'due' | 'expired' {
  if (validUntil <= at) return 'expired';
  return validUntil.getTime() - at.getTime() <= dueDays * 86_400_000 ? 'due' : 'fresh';
}
