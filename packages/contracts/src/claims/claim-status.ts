import { ClaimState } from '../events/claims.ts';
import { meaningsOf, valueList } from '../values/value-list.ts';

/** An active claim that ends within so many days is `expiring` (docs/domain/claim.md 17). */
export const expiringDays = 30;

export const ClaimStatus = valueList('claimStatus', {
  ...meaningsOf(ClaimState),
  expiring: { en: 'Expires soon', fr: 'Expire bientôt', means: `In force, and expires within ${expiringDays} days.` },
  expired: { en: 'Expired', fr: 'Expirée', means: 'Past `validUntil`.' },
});
