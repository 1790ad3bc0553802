import { ClaimState } from '@trust/contracts/events/claims';
import { meaningsOf, valueList } from '@trust/contracts/values/value-list';

export const ClaimStatus = valueList({
  ...meaningsOf(ClaimState),
  expiring: { en: 'Expires soon', fr: 'Expire bientôt', means: 'In force, and expires within 30 days.' },
  expired: { en: 'Expired', fr: 'Expirée', means: 'Past `validUntil`.' },
});
