import { valueList } from '@trust/contracts/values/value-list';
import type { z } from 'zod';

export const NotificationGroup = valueList({
  security: {
    en: 'Security',
    fr: 'Sécurité',
    means: 'Sign-ins, passkeys, roles, contact details, and who represents your providers. Cannot be switched off.',
  },
  cases: {
    en: 'Verification',
    fr: 'Vérification',
    means: 'Start, decision and end of a verification, reviews of claims, and visits.',
  },
  documents: { en: 'Documents', fr: 'Documents', means: 'What became of an uploaded document or image.' },
  corrections: { en: 'Corrections', fr: 'Corrections', means: 'Requested corrections and their deadlines.' },
  claims: {
    en: 'Claims',
    fr: 'Attestations',
    means: 'Claims that are suspended, restored, revoked or replaced, and documents to renew.',
  },
  appeals: { en: 'Appeals', fr: 'Recours', means: 'Appeals against a decision.' },
  enquiries: { en: 'Enquiries', fr: 'Demandes', means: 'Enquiries of customers and what became of them.' },
  reviews: { en: 'Reviews', fr: 'Avis', means: 'Reviews and their moderation.' },
  disputes: {
    en: 'Disputes and reports',
    fr: 'Litiges et signalements',
    means: 'Disputes about a contact, and your reports of providers.',
  },
  work: {
    en: 'Your work',
    fr: 'Votre travail',
    means: 'For operators: work that somebody assigned to them, votes, and returned visits.',
  },
  provider: {
    en: 'Provider status',
    fr: 'Statut du prestataire',
    means:
      'A provider that you represent was suspended or reinstated, hidden or shown again; a service that operators removed or added, or that a missing claim hides; the decision about its name; whom it names as person responsible.',
  },
});
export const notificationGroups = NotificationGroup.options;
export type NotificationGroup = z.output<typeof NotificationGroup>;
