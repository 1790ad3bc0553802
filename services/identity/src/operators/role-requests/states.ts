export type RoleRequestState = 'pending' | 'granted' | 'rejected' | 'expired';

/** `allowed_transition` in the database has the same (promise M1). */
export const transitions: Readonly<Record<RoleRequestState, readonly RoleRequestState[]>> = {
  pending: ['granted', 'rejected', 'expired'],
  granted: [],
  rejected: [],
  expired: [],
};

export const lifetimeMs = 72 * 3_600_000;
export const approvalsNeeded = 2;

export type Decision = 'approve' | 'reject';

/** One rejection ends a request. */
export function outcomeOf(decisions: readonly Decision[]): RoleRequestState {
  if (decisions.includes('reject')) return 'rejected';
  return decisions.length >= approvalsNeeded ? 'granted' : 'pending';
}

export function stateAt({ state, expires_at }: { state: string; expires_at: Date }, at: Date): RoleRequestState {
  return state === 'pending' && expires_at <= at ? 'expired' : (state as RoleRequestState);
}
