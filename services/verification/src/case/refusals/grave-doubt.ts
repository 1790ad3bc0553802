import type { DecisionRow } from '../record/decisions.ts';

type Ended = Pick<DecisionRow, 'claim_end_reason' | 'reason_codes'>;

/** Every current claim on the same document or person is in doubt, whatever case decided it (docs/domain/claim.md 12). */
export function doubtsEveryClaim({ claim_end_reason, reason_codes }: Ended): boolean {
  const isGrave = claim_end_reason === 'evidence_not_authentic' || claim_end_reason === 'safety_concern';
  return isGrave || reason_codes.includes('document_not_authentic');
}

/** A wrong claim hurts a reader more than the wait hurts its provider; a trigger has the same list (docs/domain/appeal.md 10). */
export function staysSuspendedDuringAppeal(decision: Ended): boolean {
  return doubtsEveryClaim(decision) || decision.claim_end_reason === 'granted_in_error';
}
