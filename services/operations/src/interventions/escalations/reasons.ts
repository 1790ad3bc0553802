import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

/** docs/domain/overrides-and-emergency-actions.md 39. */
export const EscalationReason = valueList('escalationReason', {
  suspected_fraud: {
    en: 'Suspected fraud',
    fr: 'Fraude présumée',
    means: {
      en: 'A document or a person may not be genuine.',
      fr: 'Un document ou une personne n’est peut-être pas authentique.',
    },
  },
  evidence_conflict: {
    en: 'Conflicting evidence',
    fr: 'Pièces contradictoires',
    means: { en: 'Pieces of evidence contradict each other.', fr: 'Des pièces se contredisent.' },
  },
  conflict_of_interest: {
    en: 'Conflict of interest',
    fr: 'Conflit d’intérêts',
    means: {
      en: 'An operator is not independent of the provider.',
      fr: 'Un opérateur n’est pas indépendant du prestataire.',
    },
  },
  policy_unclear: {
    en: 'Policy unclear',
    fr: 'Règle imprécise',
    means: { en: 'The policy does not say what to do.', fr: 'La règle ne dit pas ce qu’il faut faire.' },
  },
  second_opinion: {
    en: 'Second opinion',
    fr: 'Second avis',
    means: {
      en: 'Another reviewer is asked for an opinion.',
      fr: 'L’avis d’une autre personne qui examine est demandé.',
    },
  },
  safety_concern: {
    en: 'Safety concern',
    fr: 'Risque pour la sécurité',
    means: { en: 'Somebody may be in danger.', fr: 'Quelqu’un est peut-être en danger.' },
  },
  legal_or_regulator: {
    en: 'Legal requirement',
    fr: 'Obligation légale',
    means: {
      en: 'A court, a regulator or a lawyer is involved.',
      fr: 'Un tribunal, une autorité ou un avocat intervient.',
    },
  },
  sla_breach: {
    en: 'Service level breached',
    fr: 'Délai dépassé',
    means: { en: 'The service level was breached.', fr: 'Le niveau de service n’a pas été tenu.' },
  },
  technical: {
    en: 'Technical fault',
    fr: 'Problème technique',
    means: {
      en: 'The platform does not work as it should.',
      fr: 'La plateforme ne fonctionne pas comme elle le devrait.',
    },
  },
});

/** Another reviewer may answer these; the rest is for operators who assign cases. */
export const reviewerReasons = [
  'evidence_conflict',
  'policy_unclear',
  'second_opinion',
] as const satisfies readonly z.output<typeof EscalationReason>[];
