import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const EnquiryState = valueList({
  sent: {
    en: 'Waiting for the provider',
    fr: 'En attente du prestataire',
    means: 'Waits for the provider, for 7 days.',
  },
  accepted: { en: 'Accepted', fr: 'Acceptée', means: 'The provider accepted; the contact can be handed over.' },
  handed_off: {
    en: 'Contact handed over',
    fr: 'Coordonnées transmises',
    means: 'The provider has the contact of the customer.',
  },
  closed: { en: 'Closed', fr: 'Fermée', means: 'Closed by one of the sides. Final.' },
  declined: { en: 'Declined', fr: 'Déclinée', means: 'Declined by the provider. Final.' },
  expired: { en: 'Expired', fr: 'Expirée', means: 'Not answered within 7 days. Final.' },
});
export const enquiryStates = EnquiryState.options;
export type EnquiryState = (typeof enquiryStates)[number];
export const EnquirySide = valueList({
  customer: { en: 'Customer', fr: 'Client', means: 'The customer.' },
  provider: { en: 'Provider', fr: 'Prestataire', means: 'The provider: any of its representatives.' },
});
export type EnquirySide = z.output<typeof EnquirySide>;

/** docs/domain/enquiry.md 8; `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<EnquiryState, readonly EnquiryState[]>> = {
  sent: ['accepted', 'declined', 'expired', 'closed'],
  accepted: ['handed_off', 'closed'],
  handed_off: ['closed'],
  closed: [],
  declined: [],
  expired: [],
};

/** Expiry is computed when read (promise M4). */
export function stateAt({ state, answer_due_at }: { state: EnquiryState; answer_due_at: Date }, at: Date) {
  return state === 'sent' && answer_due_at <= at ? 'expired' : state;
}
