export type InvitationState = 'invited' | 'accepted' | 'revoked' | 'expired';

/** `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<InvitationState, readonly InvitationState[]>> = {
  invited: ['accepted', 'revoked', 'expired'],
  accepted: [],
  revoked: [],
  expired: [],
};
