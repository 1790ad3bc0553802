import type { ValueMeanings } from '../values/value-list.ts';

/** On a case, its corrections, its visits and its appeals. */
export const actionsOnCases = {
  take_review: {
    en: 'Take over the review',
    fr: 'Se charger de l’examen',
    means: 'Take the duty `review` of a case yourself.',
  },
  take_decision: {
    en: 'Take over the decision',
    fr: 'Se charger de la décision',
    means: 'Take the duty `decide` yourself.',
  },
  take_appeal: { en: 'Take over the appeal', fr: 'Se charger du recours', means: 'Take the duty `appeal` yourself.' },
  assign_review: {
    ...{ en: 'Assign the review', fr: 'Attribuer l’examen' },
    means: 'Give the duty `review` of a case to an operator.',
  },
  assign_decision: {
    ...{ en: 'Assign the decision', fr: 'Attribuer la décision' },
    means: 'Give the duty `decide` of a case to an operator.',
  },
  assign_appeal: {
    ...{ en: 'Assign the appeal', fr: 'Attribuer le recours' },
    means: 'Give the duty `appeal` of a case to an operator.',
  },
  release_review: {
    en: 'Release the review',
    fr: 'Libérer la tâche d’examen',
    means: 'End the assignment of the duty `review`.',
  },
  release_decision: {
    ...{ en: 'Release the decision', fr: 'Libérer la tâche de décision' },
    means: 'End the assignment of the duty `decide`.',
  },
  release_appeal: {
    en: 'Release the appeal',
    fr: 'Libérer la tâche de recours',
    means: 'End the assignment of the duty `appeal`.',
  },
  start_review: {
    ...{ en: 'Start without the missing documents', fr: 'Commencer sans les pièces manquantes' },
    means: 'Start a case of kind `review` on the evidence that is there.',
  },
  record_check: { en: 'Record a check', fr: 'Enregistrer un contrôle', means: 'Record a check of a requirement.' },
  request_correction: {
    ...{ en: 'Request a correction', fr: 'Demander une correction' },
    means: 'Mark requirements that the provider corrects.',
  },
  withdraw_correction: {
    ...{ en: 'Withdraw the correction request', fr: 'Retirer la demande de correction' },
    means: 'Withdraw an open correction request.',
  },
  request_visit: { en: 'Request a visit', fr: 'Demander une visite', means: 'Request a visit on site.' },
  cancel_visit: { en: 'Cancel the visit', fr: 'Annuler la visite', means: 'Cancel a visit that is not finished.' },
  recommend: { en: 'Recommend an outcome', fr: 'Recommander une issue', means: 'End the review of a case.' },
  decide: { en: 'Decide', fr: 'Décider', means: 'Decide a case that is recommended.' },
  withdraw_case: { en: 'Withdraw the case', fr: 'Retirer le dossier', means: 'End an open case without a decision.' },
  appeal: { en: 'Appeal the decision', fr: 'Former un recours', means: 'Appeal the last decision of a case.' },
  record_appeal_check: {
    ...{ en: 'Record a check', fr: 'Enregistrer un contrôle' },
    means: 'Record a check of an appeal.',
  },
  recommend_on_appeal: {
    ...{ en: 'Recommend to overturn', fr: 'Recommander une réformation' },
    means: 'Recommend that the decision is overturned.',
  },
  decide_appeal: { en: 'Decide the appeal', fr: 'Statuer sur le recours', means: 'Decide an appeal.' },
  withdraw_appeal: { en: 'Withdraw the appeal', fr: 'Retirer le recours', means: 'End an appeal without a decision.' },
} satisfies ValueMeanings;
