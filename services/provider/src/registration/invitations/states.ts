export type InvitationState = 'sent' | 'accepted' | 'withdrawn' | 'expired';

/** `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<InvitationState, readonly InvitationState[]>> = {
  sent: ['accepted', 'withdrawn', 'expired'],
  accepted: [],
  withdrawn: [],
  expired: [],
};
