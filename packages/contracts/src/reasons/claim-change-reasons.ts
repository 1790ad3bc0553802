import { valueList } from '../value-list.ts';
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
export const ClaimEndReason = valueList({
  evidence_not_authentic: { en: 'Evidence not authentic', fr: '', means: 'The evidence is not authentic.' },
  conditions_not_met: { en: 'Conditions not met', fr: '', means: 'The conditions of the claim are not met.' },
  granted_in_error: { en: 'Granted in error', fr: '', means: 'The claim was granted in error.' },
  safety_concern: { en: 'Safety concern', fr: '', means: 'A concern for the safety of customers.' },
});
