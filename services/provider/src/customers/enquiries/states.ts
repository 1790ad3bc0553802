export const enquiryStates = ['sent', 'accepted', 'handed_off', 'closed', 'declined', 'expired'] as const;
export type EnquiryState = (typeof enquiryStates)[number];
export const enquirySides = ['customer', 'provider'] as const;
export type EnquirySide = (typeof enquirySides)[number];

/** Contract §4; `allowed_transition` in the database has the same (promise M1). */
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
