import { ClaimState } from '@trust/contracts/events/claims';
import { meaningsOf, valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const ClaimStatus = valueList({
  ...meaningsOf(ClaimState),
  expiring: { en: 'Expires soon', fr: 'Expire bientôt', means: 'In force, and expires within 30 days.' },
  expired: { en: 'Expired', fr: 'Expirée', means: 'Past `validUntil`.' },
});

const expiringDays = 30;

/** Expiry is computed when read; nothing is written when it passes (promise M4). */
export function claimStatus(
  { state, valid_until }: { state: z.output<typeof ClaimState>; valid_until: Date },
  now: Date,
): z.output<typeof ClaimStatus> {
  if (state !== 'active') return state;
  if (valid_until <= now) return 'expired';
  return valid_until.getTime() - now.getTime() <= expiringDays * 24 * 3_600_000 ? 'expiring' : 'active';
}
