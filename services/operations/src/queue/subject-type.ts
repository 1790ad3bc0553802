import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const SubjectType = valueList('triageSubjectType', {
  verification_case: { en: 'Verification case', fr: 'Dossier de vérification', means: 'A verification case.' },
  escalation: { en: 'Escalation', fr: 'Signalement interne', means: 'An escalation.' },
  incident: { en: 'Incident', fr: 'Incident', means: 'An incident.' },
  emergency_action: { en: 'Emergency action', fr: 'Mesure d’urgence', means: 'An emergency action.' },
  provider_measure: {
    en: 'Measure against a provider',
    fr: 'Mesure contre un prestataire',
    means: 'What an operator did to a provider.',
  },
  field_work_item: { en: 'Field work', fr: 'Visite de terrain', means: 'A field work item.' },
  review: { en: 'Review', fr: 'Avis', means: 'A review.' },
  dispute: { en: 'Dispute', fr: 'Litige', means: 'A dispute.' },
  report: { en: 'Report', fr: 'Signalement', means: 'A report of a provider.' },
  public_media: { en: 'Public image', fr: 'Image publique', means: 'An image for a public profile.' },
  review_response: { en: 'Response to a review', fr: 'Réponse à un avis', means: 'A response to a review.' },
  display_name: { en: 'Name', fr: 'Nom', means: 'A version of the name of a provider.' },
  claim: { en: 'Claim', fr: 'Attestation', means: 'A claim.' },
  possible_duplicate: {
    en: 'Possible duplicate',
    fr: 'Doublon possible',
    means: 'Two providers that may be the same.',
  },
  evidence_version: { en: 'Document', fr: 'Document', means: 'A document.' },
  override: { en: 'Override', fr: 'Dérogation', means: 'An override request.' },
  dead_letter: { en: 'Failed event', fr: 'Événement en échec', means: 'An event that a service could not apply.' },
});
export type SubjectType = z.output<typeof SubjectType>;
