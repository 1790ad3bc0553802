import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

/** docs/domain/overrides-and-emergency-actions.md 39. */
export const EscalationReason = valueList({
  suspected_fraud: {
    en: 'Suspected fraud',
    fr: 'Fraude présumée',
    means: 'A document or a person may not be genuine.',
  },
  evidence_conflict: {
    en: 'Conflicting evidence',
    fr: 'Pièces contradictoires',
    means: 'Pieces of evidence contradict each other.',
  },
  conflict_of_interest: {
    en: 'Conflict of interest',
    fr: 'Conflit d’intérêts',
    means: 'An operator is not independent of the provider.',
  },
  policy_unclear: { en: 'Policy unclear', fr: 'Règle imprécise', means: 'The policy does not say what to do.' },
  second_opinion: { en: 'Second opinion', fr: 'Second avis', means: 'Another reviewer is asked for an opinion.' },
  safety_concern: { en: 'Safety concern', fr: 'Risque pour la sécurité', means: 'Somebody may be in danger.' },
  legal_or_regulator: {
    en: 'Legal requirement',
    fr: 'Obligation légale',
    means: 'A court, a regulator or a lawyer is involved.',
  },
  sla_breach: { en: 'Service level breached', fr: 'Délai dépassé', means: 'The service level was breached.' },
  technical: { en: 'Technical fault', fr: 'Problème technique', means: 'The platform does not work as it should.' },
});

/** Another reviewer may answer these; the rest is for operators who assign cases. */
export const reviewerReasons = [
  'evidence_conflict',
  'policy_unclear',
  'second_opinion',
] as const satisfies readonly z.output<typeof EscalationReason>[];
