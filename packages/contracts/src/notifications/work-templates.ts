import type { z } from 'zod';
import { valueList } from '../values/value-list.ts';

export const WorkTemplate = valueList('workTemplate', {
  work_assigned: {
    en: 'Work assigned',
    fr: 'Travail attribué',
    means: 'Another operator assigned a case, an escalation, an incident or a visit to you.',
  },
  work_lost: {
    en: 'Work no longer yours',
    fr: 'Travail retiré',
    means: 'You no longer have a case that you held or had claimed.',
  },
  evidence_changed: {
    en: 'Documents changed',
    fr: 'Pièces modifiées',
    means: 'Documents of a case of yours were replaced, or one can no longer be read.',
  },
  subject_changed: {
    en: 'Name or place changed',
    fr: 'Nom ou lieu modifié',
    means: 'The registered name, the person responsible or the premises of a case of yours changed.',
  },
  vote_needed: { en: 'Vote needed', fr: 'Vote attendu', means: 'An override waits for votes, and you may cast one.' },
  incident_resolved: {
    en: 'Incident resolved',
    fr: 'Incident résolu',
    means: 'Another operator resolved an incident that you opened.',
  },
  measure_ended: {
    en: 'Measure ended',
    fr: 'Mesure levée',
    means: 'Another operator ended a measure that you took, or selected a service that you had removed.',
  },
  measure_rejected: {
    en: 'Measure not justified',
    fr: 'Mesure injustifiée',
    means: 'A review found not justified what you or another operator did to a provider, so it waits to be undone.',
  },
  accepted_words_refused: {
    en: 'Words refused',
    fr: 'Textes refusés',
    means: 'Another operator refused public words of a provider that you had accepted.',
  },
  visit_returned: { en: 'Visit returned', fr: 'Visite renvoyée', means: 'The results of your visit were returned.' },
});
export type WorkTemplate = z.output<typeof WorkTemplate>;

/** The webhooks service has a text for each. */
