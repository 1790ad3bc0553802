import { correctionReasonCodes, isFinalReason } from '@trust/contracts/reasons/correction-reasons';
import type { DecisionReasonCode } from '@trust/contracts/reasons/decision-reasons';
import type { DecisionRow } from '../record/decisions.ts';

/** What no other document cures: of a correction, and of a decision. */
const graveReasons: readonly string[] = [
  ...correctionReasonCodes.filter(isFinalReason),
  ...(['register_entry_missing', 'register_entry_differs', 'evidence_conflicts', 'requirement_not_met'] as const),
];
/** A claim that is refused after a failed check for none of these is refused for good too. */
const curableReasons: readonly string[] = [
  'copy_only',
  'document_expired',
  'document_illegible',
  'document_incomplete',
  'document_not_accepted',
  'evidence_insufficient',
  'field_visit_not_confirmed',
  'name_mismatch',
  'procedure_not_followed',
  'scope_not_covered',
] satisfies DecisionReasonCode[];

/** A forged identity doubts every claim about the person, who may be somebody else. A trigger has this type too. */
export const identityType = 'identity_confirmed';

/** Of one claim: the reasons of the others say nothing of its document. */
type Ended = Pick<DecisionRow, 'claim_end_reason' | 'reason_codes'>;

/** Every current claim on the same document or person is in doubt, whatever case decided it (docs/domain/claim.md 12). */
export function doubtsEveryClaim({ claim_end_reason, reason_codes }: Ended): boolean {
  const isFalse = claim_end_reason === 'evidence_not_authentic' || claim_end_reason === 'safety_concern';
  return isFalse || reason_codes.includes('document_not_authentic');
}

/** A wrong claim hurts a reader more than the wait hurts its provider; a trigger has the same list (docs/domain/appeal.md 10). */
export function staysSuspendedDuringAppeal(decision: Ended): boolean {
  return doubtsEveryClaim(decision) || decision.claim_end_reason === 'granted_in_error';
}

/** A refusal that no other document cures, or for safety. A failed check without a reason is none. */
export function isGrave({ claim_end_reason, reason_codes }: Ended): boolean {
  if (claim_end_reason === 'safety_concern') return true;
  if (reason_codes.length === 0) return false;
  return (
    reason_codes.some((code) => graveReasons.includes(code)) ||
    !reason_codes.some((code) => curableReasons.includes(code))
  );
}
