import { someOf, valueList } from '../values/value-list.ts';
/** Why a claim went into a state. Codes only: the private reasons stay with the decision. */
export const claimChangeReasons = {
  suspended: [
    'evidence_in_doubt',
    'conditions_changed',
    'safety_concern',
    'emergency_action',
    'not_confirmed_by_review',
    'subject_ended',
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

type ChangeReason = (typeof claimChangeReasons)[keyof typeof claimChangeReasons][number];

export const ClaimChangeReason = valueList<ChangeReason>({
  evidence_in_doubt: { en: 'Evidence in doubt', fr: 'Pièces mises en doute', means: 'The evidence may not be sound.' },
  conditions_changed: {
    en: 'Conditions changed',
    fr: 'Conditions modifiées',
    means: 'What was checked may have changed.',
  },
  safety_concern: {
    en: 'Safety concern',
    fr: 'Risque pour la sécurité',
    means: 'A concern for the safety of customers.',
  },
  emergency_action: {
    en: 'Emergency action',
    fr: 'Mesure d’urgence',
    means: 'An emergency action withholds the claim.',
  },
  not_confirmed_by_review: {
    en: 'Not confirmed by a review',
    fr: 'Non confirmée par un réexamen',
    means: 'A review of the granted claim did not confirm it.',
  },
  subject_ended: {
    en: 'What it is about ended',
    fr: 'Ce qu’elle concerne a pris fin',
    means: 'The registered name, the person responsible or the premises that it is about ended.',
  },
  doubt_resolved: {
    en: 'Doubt resolved',
    fr: 'Doute levé',
    means: 'A review found the claim sound. Not sent: such a review grants the claim again.',
  },
  appeal_pending: {
    en: 'Appeal pending',
    fr: 'Recours en cours',
    means: 'An appeal against the adverse decision is pending.',
  },
  decision_overturned: {
    en: 'Decision overturned',
    fr: 'Décision annulée',
    means: 'An appeal overturned the adverse decision. Not sent: such an appeal grants the claim again.',
  },
  emergency_action_ended: {
    en: 'Emergency action ended',
    fr: 'Mesure d’urgence terminée',
    means: 'The emergency action ended. Not sent: an emergency action changes no state.',
  },
  suspension_lifted: {
    en: 'Suspension lifted',
    fr: 'Suspension levée',
    means: 'Two operators approved the end of the suspension.',
  },
  evidence_not_authentic: {
    en: 'Evidence not authentic',
    fr: 'Pièces non authentiques',
    means: 'The evidence is not authentic.',
  },
  conditions_not_met: {
    en: 'Conditions not met',
    fr: 'Conditions non remplies',
    means: 'The conditions of the claim are not met.',
  },
  granted_in_error: {
    en: 'Granted in error',
    fr: 'Accordée par erreur',
    means: 'The claim was granted in error.',
  },
  renewed: { en: 'Renewed', fr: 'Renouvelée', means: 'A later decision granted the claim again.' },
  decision_set_aside: {
    en: 'Decision set aside',
    fr: 'Décision remplacée',
    means: 'A decision on an appeal granted the claim again.',
  },
});

/** Why a review ends claims that it does not grant again: the reason of their revocation. */
export const ClaimEndReason = someOf(ClaimChangeReason, [
  'evidence_not_authentic',
  'conditions_not_met',
  'granted_in_error',
  'safety_concern',
]);
