import { ClaimState } from '../events/claims.ts';
import { meaningsOf, valueList } from '../values/value-list.ts';

export const ClaimStatus = valueList({
  ...meaningsOf(ClaimState),
  expiring: { en: 'Expires soon', fr: 'Expire bientôt', means: 'In force, and expires within 30 days.' },
  expired: { en: 'Expired', fr: 'Expirée', means: 'Past `validUntil`.' },
});
