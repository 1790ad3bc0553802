import type { Vocabulary } from './vocabulary.ts';

export const claimState: Vocabulary = {
  active: 'In force.',
  suspended: 'Temporarily suspended.',
  revoked: 'Revoked. Final.',
  superseded: 'Replaced by a later claim. Final.',
};
export const claimStatus: Vocabulary = {
  ...claimState,
  expiring: 'In force, and expires within 30 days.',
  expired: 'Past `validUntil`.',
};
const verifiedStatus: Vocabulary = {
  valid: 'In force today.',
  expired: 'Past `validUntil`, or the token is past `exp`.',
  suspended: claimState.suspended ?? '',
  superseded: claimState.superseded ?? '',
  revoked: claimState.revoked ?? '',
  unknown: 'Not confirmed: no public card shows it, or the token proves nothing.',
};
const freshness: Vocabulary = {
  fresh: 'In force for at least 30 more days.',
  due: 'Expires within 30 days.',
  expired: 'Past `validUntil`.',
};
const claimResult: Vocabulary = { granted: 'The claim was granted.', refused: 'The claim was not granted.' };
const changeReason: Vocabulary = {
  evidence_in_doubt: 'The evidence may not be sound.',
  conditions_changed: 'What was checked may have changed.',
  safety_concern: 'A concern for the safety of customers.',
  emergency_action: 'An emergency action withholds the claim.',
  doubt_resolved: 'A review found the claim sound. Not sent: such a review grants the claim again.',
  appeal_pending: 'An appeal against the adverse decision is pending.',
  decision_overturned: 'An appeal overturned the adverse decision. Not sent: such an appeal grants the claim again.',
  emergency_action_ended: 'The emergency action ended. Not sent: an emergency action changes no state.',
  suspension_lifted: 'Two operators approved the end of the suspension.',
  evidence_not_authentic: 'The evidence is not authentic.',
  conditions_not_met: 'The conditions of the claim are not met.',
  granted_in_error: 'The claim was granted in error.',
  not_confirmed_by_review: 'A review of the granted claim did not confirm it.',
  decision_set_aside: 'A decision on an appeal granted the claim again.',
  renewed: 'A later decision granted the claim again.',
};

export const claimValues: Record<string, Vocabulary> = {
  freshness,
  'claims.result': claimResult,
  'statusReason.code': changeReason,
  'WorkspaceClaim.status': claimStatus,
  'ClaimCard.status': claimState,
  'ClaimVerification.status': verifiedStatus,
  'VerifiedClaim.status': verifiedStatus,
  'ClaimVerificationItem.status': verifiedStatus,
  'expected.status': verifiedStatus,
  fault: {
    malformed: 'Not a compact JWS with a JSON payload.',
    wrong_type: 'Not a signed card: another `typ` or algorithm.',
    unknown_key: 'The platform never had a key with this `kid`.',
    compromised_key: 'The key was compromised. The platform confirms nothing that it signed.',
    invalid_signature: 'The token was changed after it was signed, or another key signed it.',
    wrong_issuer: 'Another platform issued the token.',
  },
  mismatches: {
    status_differs: 'The claim has another status.',
    provider_differs: 'The claim belongs to another provider.',
    type_differs: 'The claim has another type.',
    category_differs: 'The claim belongs to another category.',
    method_differs: 'The check had another method.',
    valid_until_differs: 'The validity ends at another time.',
    policy_version_differs: 'The claim was granted under another policy version.',
  },
  claimEndReason: changeReason,
  'claims.status': claimStatus,
  'claim.state': claimState,
  changeReason,
};
