import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const NotificationGroup = valueList('notificationGroup', {
  security: {
    en: 'Security',
    fr: 'Sécurité',
    means: {
      en: 'Sign-ins, passkeys, roles, contact details, and who represents your providers. Cannot be switched off.',
      fr: 'Connexions, clés d’accès, rôles, coordonnées et représentants de vos prestataires. Ne peut pas être désactivé.',
    },
  },
  cases: {
    en: 'Verification',
    fr: 'Vérification',
    means: {
      en: 'Start, decision and end of a verification, reviews of claims, and visits.',
      fr: 'Début, décision et fin d’une vérification, réexamens d’attestations et visites.',
    },
  },
  documents: {
    en: 'Documents',
    fr: 'Documents',
    means: {
      en: 'What became of an uploaded document or image.',
      fr: 'Ce qu’il est advenu d’un document ou d’une image.',
    },
  },
  corrections: {
    en: 'Corrections',
    fr: 'Corrections',
    means: { en: 'Requested corrections and their deadlines.', fr: 'Corrections demandées et leurs délais.' },
  },
  claims: {
    en: 'Claims',
    fr: 'Attestations',
    means: {
      en: 'Claims that are suspended, restored, revoked or replaced, and documents to renew.',
      fr: 'Attestations suspendues, rétablies, révoquées ou remplacées, et documents à renouveler.',
    },
  },
  appeals: {
    en: 'Appeals',
    fr: 'Recours',
    means: { en: 'Appeals against a decision.', fr: 'Recours contre une décision.' },
  },
  enquiries: {
    en: 'Enquiries',
    fr: 'Demandes',
    means: { en: 'Enquiries of customers and what became of them.', fr: 'Demandes de clients et leur suite.' },
  },
  reviews: {
    en: 'Reviews',
    fr: 'Avis',
    means: { en: 'Reviews and their moderation.', fr: 'Avis et leur modération.' },
  },
  disputes: {
    en: 'Disputes and reports',
    fr: 'Litiges et signalements',
    means: {
      en: 'Disputes about a contact, and your reports of providers.',
      fr: 'Litiges au sujet d’un contact et vos signalements de prestataires.',
    },
  },
  work: {
    en: 'Your work',
    fr: 'Votre travail',
    means: {
      en: 'For operators: work that somebody assigned to them, votes, and returned visits.',
      fr: 'Pour les opérateurs\u00a0: travail qui leur a été attribué, votes et visites renvoyées.',
    },
  },
  provider: {
    en: 'Provider status',
    fr: 'Statut du prestataire',
    means: {
      en: 'A provider that you represent was suspended or reinstated, hidden or shown again; a service that operators removed or added, or that a missing claim hides; the decision about its name; whom it names as person responsible.',
      fr: 'Un prestataire que vous représentez a été suspendu ou rétabli, masqué ou affiché de nouveau\u00a0; un service que les opérateurs ont retiré ou ajouté, ou que l’absence d’une attestation masque\u00a0; la décision sur son nom\u00a0; la personne qu’il désigne comme responsable.',
    },
  },
});
export const notificationGroups = NotificationGroup.options;
export type NotificationGroup = z.output<typeof NotificationGroup>;
