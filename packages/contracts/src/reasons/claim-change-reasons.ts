/** Why a claim went into a state. Codes only: the private reasons stay with the decision. */
export const claimChangeReasons = {
  suspended: [
    'evidence_in_doubt',
    'conditions_changed',
    'safety_concern',
    'emergency_action',
    'not_confirmed_by_review',
  ],
  active: ['doubt_resolved', 'appeal_pending', 'decision_overturned', 'emergency_action_ended', 'suspension_lifted'],
  revoked: [
    'evidence_not_authentic',
    'conditions_not_met',
    'granted_in_error',
    'safety_concern',
    'not_confirmed_by_review',
  ],
  superseded: ['renewed', 'decision_set_aside'],
} as const;
/** Why a review ends claims that it does not grant again: the reason of their revocation. */
export const claimEndReasons = [
  'evidence_not_authentic',
  'conditions_not_met',
  'granted_in_error',
  'safety_concern',
] as const;
