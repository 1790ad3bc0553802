import type { z } from 'zod';
import { valueList } from '../values/value-list.ts';

export const ModerationState = valueList('moderationState', {
  open: {
    en: 'Waiting for an operator',
    fr: 'En attente d’un opérateur',
    means: { en: 'Waits for an operator.', fr: 'Attend un opérateur.' },
  },
  decided: {
    en: 'Decided',
    fr: 'Décision rendue',
    means: { en: 'Decided by an operator. Final.', fr: 'Décidé par un opérateur. Définitif.' },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Sans objet',
    means: {
      en: 'Ended without a decision, because what it is about was withdrawn, replaced or erased. Final.',
      fr: 'Terminé sans décision, car ce dont il s’agit a été retiré, remplacé ou effacé. Définitif.',
    },
  },
});

export const DisputeState = valueList('disputeState', {
  open: { en: 'Open', fr: 'Ouvert', means: 'Opened, before the other side is asked. Responses do not show it.' },
  awaiting_response: {
    en: 'Waiting for the other side',
    fr: 'En attente de l’autre partie',
    means: 'The other side can respond until `responseDueAt`.',
  },
  under_review: {
    en: 'Under review',
    fr: 'En cours d’examen',
    means: { en: 'Waits for the decision of an operator.', fr: 'Attend la décision d’un opérateur.' },
  },
  resolved: {
    en: 'Decided',
    fr: 'Tranché',
    means: {
      en: 'Decided. Only an appeal can change the outcome.',
      fr: 'Tranché. Seul un recours peut modifier l’issue.',
    },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retiré',
    means: {
      en: 'Withdrawn by the side that opened it. Final.',
      fr: 'Retiré par la partie qui l’a ouvert. Définitif.',
    },
  },
});

export const ReviewState = valueList('reviewState', {
  pending: {
    en: 'Waiting for an operator',
    fr: 'En attente d’un opérateur',
    means: { en: 'Waits for an operator; not shown.', fr: 'Attend un opérateur\u00a0; non affiché.' },
  },
  published: { en: 'Published', fr: 'Publié', means: { en: 'Shown in public.', fr: 'Affiché au public.' } },
  flagged: {
    en: 'Flagged',
    fr: 'Signalé',
    means: {
      en: 'Somebody flagged it and an operator examines it. Shown, unless flagged as harmful or illegal.',
      fr: 'Quelqu’un l’a signalé et un opérateur l’examine. Affiché, sauf s’il est signalé comme préjudiciable ou illégal.',
    },
  },
  removed: {
    en: 'Removed',
    fr: 'Retiré par un opérateur',
    means: {
      en: 'Removed by an operator after publication. Final but for an appeal.',
      fr: 'Retiré par un opérateur après sa publication. Définitif, sauf recours.',
    },
  },
  rejected: {
    en: 'Not published',
    fr: 'Non publié',
    means: {
      en: 'An operator decided not to publish it. Final but for an appeal.',
      fr: 'Un opérateur a décidé de ne pas le publier. Définitif, sauf recours.',
    },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retiré par son auteur',
    means: { en: 'Withdrawn by its author. Final.', fr: 'Retiré par son auteur. Définitif.' },
  },
});

export const EnquiryState = valueList('enquiryState', {
  sent: {
    en: 'Waiting for the provider',
    fr: 'En attente du prestataire',
    means: { en: 'Waits for the provider, for 7 days.', fr: 'Attend le prestataire, pendant 7 jours.' },
  },
  accepted: {
    en: 'Accepted',
    fr: 'Acceptée',
    means: {
      en: 'The provider accepted; the contact can be handed over.',
      fr: 'Le prestataire a accepté\u00a0; les coordonnées peuvent être transmises.',
    },
  },
  handed_off: {
    en: 'Contact handed over',
    fr: 'Coordonnées transmises',
    means: { en: 'The provider has the contact of the customer.', fr: 'Le prestataire a les coordonnées du client.' },
  },
  closed: {
    en: 'Closed',
    fr: 'Fermée',
    means: { en: 'Closed by one of the sides. Final.', fr: 'Fermée par l’une des parties. Définitif.' },
  },
  declined: {
    en: 'Declined',
    fr: 'Déclinée',
    means: { en: 'Declined by the provider. Final.', fr: 'Déclinée par le prestataire. Définitif.' },
  },
  expired: {
    en: 'Expired',
    fr: 'Expirée',
    means: { en: 'Not answered within 7 days. Final.', fr: 'Sans réponse dans les 7 jours. Définitif.' },
  },
});

export type ModerationState = z.output<typeof ModerationState>;
export type DisputeState = z.output<typeof DisputeState>;
export type ReviewState = z.output<typeof ReviewState>;
export type EnquiryState = z.output<typeof EnquiryState>;
