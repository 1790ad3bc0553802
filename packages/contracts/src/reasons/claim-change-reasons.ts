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

export const ClaimChangeReason = valueList<ChangeReason>('claimChangeReason', {
  evidence_in_doubt: {
    en: 'Evidence in doubt',
    fr: 'Pièces mises en doute',
    means: { en: 'The evidence may not be sound.', fr: 'Les pièces ne sont peut-être pas fiables.' },
  },
  conditions_changed: {
    en: 'Conditions changed',
    fr: 'Conditions modifiées',
    means: { en: 'What was checked may have changed.', fr: 'Ce qui a été contrôlé a peut-être changé.' },
  },
  safety_concern: {
    en: 'Safety concern',
    fr: 'Risque pour la sécurité',
    means: { en: 'A concern for the safety of customers.', fr: 'La sécurité des clients est peut-être en jeu.' },
  },
  emergency_action: {
    en: 'Emergency action',
    fr: 'Mesure d’urgence',
    means: { en: 'An emergency action withholds the claim.', fr: 'Une mesure d’urgence retient l’attestation.' },
  },
  not_confirmed_by_review: {
    en: 'Not confirmed by a review',
    fr: 'Non confirmée par un réexamen',
    means: {
      en: 'A review of the granted claim did not confirm it.',
      fr: 'Un réexamen de l’attestation accordée ne l’a pas confirmée.',
    },
  },
  subject_ended: {
    en: 'What it is about ended',
    fr: 'Ce qu’elle concerne a pris fin',
    means: {
      en: 'The registered name, the person responsible or the premises that it is about ended.',
      fr: 'La dénomination, la personne responsable ou les locaux qu’elle concerne ont pris fin.',
    },
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
    means: { en: 'The evidence is not authentic.', fr: 'Les pièces ne sont pas authentiques.' },
  },
  conditions_not_met: {
    en: 'Conditions not met',
    fr: 'Conditions non remplies',
    means: {
      en: 'The conditions of the claim are not met.',
      fr: 'Les conditions de l’attestation ne sont pas remplies.',
    },
  },
  granted_in_error: {
    en: 'Granted in error',
    fr: 'Accordée par erreur',
    means: { en: 'The claim was granted in error.', fr: 'L’attestation a été accordée par erreur.' },
  },
  renewed: {
    en: 'Renewed',
    fr: 'Renouvelée',
    means: {
      en: 'A later decision granted the claim again.',
      fr: 'Une décision ultérieure a de nouveau accordé l’attestation.',
    },
  },
  decision_set_aside: {
    en: 'Decision set aside',
    fr: 'Décision remplacée',
    means: {
      en: 'A decision on an appeal granted the claim again.',
      fr: 'Une décision sur recours a de nouveau accordé l’attestation.',
    },
  },
});

/** Why a review ends claims that it does not grant again: the reason of their revocation. */
export const ClaimEndReason = someOf(ClaimChangeReason, [
  'evidence_not_authentic',
  'conditions_not_met',
  'granted_in_error',
  'safety_concern',
]);
