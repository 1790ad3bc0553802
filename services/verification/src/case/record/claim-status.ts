import { type ClaimStatus, expiringDays } from '@trust/contracts/claims/claim-status';
import type { ClaimState } from '@trust/contracts/events/claims';
import type { z } from 'zod';

/** Expiry is computed when read; nothing is written when it passes (promise M4). */
export function claimStatus(
  { state, valid_until }: { state: z.output<typeof ClaimState>; valid_until: Date },
  now: Date,
): z.output<typeof ClaimStatus> {
  if (state !== 'active') return state;
  if (valid_until <= now) return 'expired';
  return valid_until.getTime() - now.getTime() <= expiringDays * 24 * 3_600_000 ? 'expiring' : 'active';
}
