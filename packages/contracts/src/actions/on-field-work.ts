import type { ValueMeanings } from '../values/value-list.ts';

/** On an item of field work. */
export const actionsOnFieldWork = {
  schedule_field_work: { en: 'Plan', fr: 'Planifier', means: 'Set or change the time of a visit, and its agent.' },
  reassign_field_work: { en: 'Reassign', fr: 'Réattribuer', means: 'Give a visit to another agent.' },
  cancel_field_work: { en: 'Cancel', fr: 'Annuler', means: 'Cancel a visit.' },
  start_field_work: { en: 'Start', fr: 'Commencer', means: 'Start a visit, from one hour before its time.' },
  hold_field_work: { en: 'Pause', fr: 'Suspendre', means: 'Pause a visit.' },
  resume_field_work: { en: 'Resume', fr: 'Reprendre', means: 'Continue a visit that is on hold or was returned.' },
  report_impossible_visit: {
    ...{ en: 'Report as impossible', fr: 'Signaler comme impossible' },
    means: 'Say that a visit was impossible, which ends it.',
  },
  save_draft: { en: 'Save a draft', fr: 'Enregistrer un brouillon', means: 'Send results that are not final.' },
  submit_results: { en: 'Submit the results', fr: 'Envoyer le compte rendu', means: 'Send final results for review.' },
  accept_results: { en: 'Accept the results', fr: 'Accepter le compte rendu', means: 'Accept the last final results.' },
  return_results: {
    en: 'Return the results',
    fr: 'Renvoyer le compte rendu',
    means: 'Return the results to the agent.',
  },
} satisfies ValueMeanings;
