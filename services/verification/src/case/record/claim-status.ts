import type { ClaimState } from '../../db/schema.ts';

const expiringDays = 30;

/** Expiry is computed when read; nothing is written when it passes (promise M4). */
export function claimStatus(
  { state, valid_until }: { state: ClaimState; valid_until: Date },
  now: Date,
): ClaimState | 'expiring' | 'expired' {
  if (state !== 'active') return state;
  if (valid_until <= now) return 'expired';
  return valid_until.getTime() - now.getTime() <= expiringDays * 24 * 3_600_000 ? 'expiring' : 'active';
}
