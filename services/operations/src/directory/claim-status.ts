import { ClaimState } from '@trust/contracts/events/verification';
import { meaningsOf, valueList } from '@trust/contracts/value-list';

export const ClaimStatus = valueList({
  ...meaningsOf(ClaimState),
  expiring: { en: 'Expires soon', fr: 'Expire bientôt', means: 'In force, and expires within 30 days.' },
  expired: { en: 'Expired', fr: 'Expirée', means: 'Past `validUntil`.' },
});
