import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const TriageKind = valueList('triageKind', {
  case_review: {
    en: 'Case review',
    fr: 'Examen de dossier',
    means: { en: 'Review a case.', fr: 'Examiner un dossier.' },
  },
  case_decision: {
    en: 'Case decision',
    fr: 'Décision de dossier',
    means: { en: 'Decide a recommended case.', fr: 'Décider un dossier recommandé.' },
  },
  case_appeal: { en: 'Appeal', fr: 'Recours', means: { en: 'Hear an appeal.', fr: 'Traiter un recours.' } },
  escalation: {
    en: 'Escalation',
    fr: 'Signalement interne',
    means: { en: 'Answer an escalation.', fr: 'Répondre à un signalement interne.' },
  },
  incident: { en: 'Incident', fr: 'Incident', means: { en: 'Handle an incident.', fr: 'Traiter un incident.' } },
  emergency_review: {
    en: 'Emergency review',
    fr: 'Examen d’une mesure d’urgence',
    means: { en: 'Review an emergency action.', fr: 'Examiner une mesure d’urgence.' },
  },
  measure_review: {
    en: 'Review of a measure',
    fr: 'Examen d’une mesure',
    means: {
      en: 'Review that another operator suspended or hid a provider, or ended that of a colleague.',
      fr: 'Examiner la suspension ou le masquage d’un prestataire par un autre opérateur, ou la fin de la mesure d’un collègue.',
    },
  },
  field_work: {
    en: 'Field work',
    fr: 'Visite de terrain',
    means: { en: 'Plan or review a field visit.', fr: 'Planifier une visite ou en examiner le compte rendu.' },
  },
  review_moderation: {
    en: 'Moderation of a review',
    fr: 'Modération d’un avis',
    means: {
      en: 'A new or flagged review, or an appeal about one.',
      fr: 'Un avis nouveau ou signalé, ou un recours à son sujet.',
    },
  },
  review_response_moderation: {
    en: 'Moderation of a response',
    fr: 'Modération d’une réponse',
    means: { en: 'A flagged response to a review.', fr: 'Une réponse signalée à un avis.' },
  },
  name_moderation: {
    en: 'Moderation of a name',
    fr: 'Modération d’un nom',
    means: { en: 'The name under which a provider works.', fr: 'Le nom sous lequel un prestataire travaille.' },
  },
  dispute: {
    en: 'Dispute',
    fr: 'Litige',
    means: { en: 'A dispute between a customer and a provider.', fr: 'Un litige entre un client et un prestataire.' },
  },
  provider_report: {
    en: 'Report of a provider',
    fr: 'Signalement d’un prestataire',
    means: { en: 'A report of a provider.', fr: 'Un signalement d’un prestataire.' },
  },
  media_moderation: {
    en: 'Moderation of an image',
    fr: 'Modération d’une image',
    means: { en: 'An image for a public profile.', fr: 'Une image destinée à un profil public.' },
  },
  expiring_claim: {
    en: 'Expiring claim',
    fr: 'Attestation bientôt expirée',
    means: {
      en: 'A claim that ends within 30 days and that no case renews.',
      fr: 'Une attestation qui prend fin dans les 30 jours et qu’aucun dossier ne renouvelle.',
    },
  },
  possible_duplicate: {
    en: 'Possible duplicate',
    fr: 'Doublon possible',
    means: { en: 'Two providers that may be the same.', fr: 'Deux prestataires qui n’en font peut-être qu’un.' },
  },
  evidence_scan: {
    en: 'Document scan',
    fr: 'Analyse de document',
    means: {
      en: 'A document that waits for its scan, or failed it.',
      fr: 'Un document qui attend son analyse ou l’a échouée.',
    },
  },
  override_approval: {
    en: 'Vote on an override',
    fr: 'Vote sur une dérogation',
    means: { en: 'An override that waits for your vote.', fr: 'Une dérogation qui attend votre vote.' },
  },
  dead_letter: {
    en: 'Failed event',
    fr: 'Événement en échec',
    means: { en: 'An event that a service could not apply.', fr: 'Un événement qu’un service n’a pas pu appliquer.' },
  },
});

export const triageKinds = TriageKind.options;
export type TriageKind = z.output<typeof TriageKind>;
