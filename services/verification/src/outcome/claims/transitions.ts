import type { ClaimState } from '../../db/schema.ts';

/** Mirrored by `allowed_transition` (promise M1). */
export const claimTransitions: Record<ClaimState, readonly ClaimState[]> = {
  active: ['suspended', 'revoked', 'superseded'],
  suspended: ['active', 'revoked', 'superseded'],
  revoked: [],
  superseded: [],
};
