export type InvitationState = 'sent' | 'awaiting_approval' | 'accepted' | 'declined' | 'refused';

/** `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<InvitationState, readonly InvitationState[]>> = {
  sent: ['accepted', 'awaiting_approval', 'declined'],
  awaiting_approval: ['accepted', 'refused', 'declined'],
  accepted: [],
  declined: [],
  refused: [],
};
