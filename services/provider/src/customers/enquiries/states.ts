import type { EnquiryState } from '@trust/contracts/events/customers';
import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const EnquirySide = valueList('enquirySide', {
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

export const messageDays = 30;

type Ended = { state: EnquiryState; answered_at: Date | null; ended_at: Date | null };

/** Null while it is open. A provider that did not accept reads nothing after the end (docs/domain/enquiry.md 35). */
export function messagesExpireAt({ state, answered_at, ended_at }: Ended, side: EnquirySide): Date | null {
  if (!ended_at) return null;
  const wasAccepted = state === 'closed' && answered_at !== null;
  if (side === 'provider' && !wasAccepted) return ended_at;
  return new Date(ended_at.getTime() + messageDays * 86_400_000);
}
