import { z } from 'zod';
import { aggregate, event } from '../event.ts';
import {
  CatalogKey,
  DisputeId,
  EnquiryId,
  InteractionId,
  ModerationSubjectId,
  OccurredAt,
  OperatorId,
  ProviderId,
  ReviewId,
} from '../fields.ts';
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
export type ModerationState = z.output<typeof ModerationState>;

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
export type DisputeState = z.output<typeof DisputeState>;

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
export type ReviewState = z.output<typeof ReviewState>;

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
export type EnquiryState = z.output<typeof EnquiryState>;

export const contactConsentGiven = event(
  'provider.contact-consent.given.v1',
  'A customer sent an enquiry and agreed that its contact is disclosed to the provider.',
  {
    userId: z
      .uuid()
      .meta({ description: 'Identifier of the customer.', examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'] }),
    providerId: ProviderId,
    occurredAt: OccurredAt,
  },
  aggregate('provider', ({ providerId }) => providerId),
);

export const enquiryChanged = event(
  'provider.enquiry.changed.v1',
  'An enquiry was sent, or its state changed. An expiry is not announced.',
  {
    enquiryId: EnquiryId,
    providerId: ProviderId,
    categoryKey: CatalogKey,
    state: EnquiryState.describe('State of the enquiry.'),
    occurredAt: OccurredAt,
  },
  aggregate('enquiry', ({ enquiryId }) => enquiryId),
);

export const interactionRecorded = event(
  'provider.interaction.recorded.v1',
  'The contact of a customer was disclosed to a provider, with consent.',
  {
    interactionId: InteractionId,
    enquiryId: EnquiryId,
    providerId: ProviderId,
    categoryKey: CatalogKey,
    occurredAt: OccurredAt,
  },
  aggregate('interaction', ({ interactionId }) => interactionId),
);

export const reviewChanged = event(
  'provider.review.changed.v1',
  'A review was written, or its state changed.',
  {
    reviewId: ReviewId,
    providerId: ProviderId,
    categoryKey: CatalogKey,
    state: ReviewState.describe('State of the review.'),
    occurredAt: OccurredAt,
  },
  aggregate('review', ({ reviewId }) => reviewId),
);

export const disputeChanged = event(
  'provider.dispute.changed.v1',
  'A dispute was opened, or its state changed.',
  {
    disputeId: DisputeId,
    interactionId: InteractionId,
    providerId: ProviderId,
    state: DisputeState.describe('State of the dispute.'),
    occurredAt: OccurredAt,
  },
  aggregate('dispute', ({ disputeId }) => disputeId),
);

export const ModerationOutcome = valueList('moderationOutcome', {
  approved: { en: 'Shown', fr: 'Affiché', means: 'It is shown.' },
  refused: { en: 'Not shown', fr: 'Non affiché', means: 'It is not shown.' },
});

export const ModerationKind = valueList('moderationKind', {
  review: { en: 'Review', fr: 'Avis', means: 'A review.' },
  review_response: { en: 'Response to a review', fr: 'Réponse à un avis', means: 'A response to a review.' },
  dispute: { en: 'Dispute', fr: 'Litige', means: 'A dispute.' },
  report: { en: 'Report', fr: 'Signalement', means: 'A report of a provider.' },
  name: { en: 'Display name', fr: 'Nom affiché', means: 'The name under which a provider works.' },
});
// Not by subject: that is the id of a review or dispute, and sequence numbers count per id.
const ofRequest = aggregate('moderation', (payload: { requestId: string }) => payload.requestId);
const requestId = z.uuid().meta({
  description: 'Identifier of the request for a decision.',
  examples: ['7d0f6b6e-6a5b-4f0e-8d0c-3f1d2a9c5b47'],
});
const round = z.number().int().min(1).max(100).describe('Number of the decision about this subject, from 1.');
const contentRevision = z
  .number()
  .int()
  .min(1)
  .describe('Revision of what a decider has to read: it grows with each statement in a dispute.');
const moderationRequest = {
  requestId,
  subjectId: ModerationSubjectId,
  kind: ModerationKind.describe('What has to be decided.'),
  round,
  isAppeal: z.boolean().describe('Whether it is the one appeal.'),
  providerId: ProviderId,
  categoryKey: z
    .string()
    .nullable()
    .meta({ description: 'Key of the category; null for a report or a name.', examples: ['electrician'] }),
  reasonCode: z
    .string()
    .meta({ examples: ['not_genuine'] })
    .describe('Why it has to be decided, or was decided.'),
  /** Persons whom it concerns: they cannot decide. */
  involvedIds: z.array(z.uuid()).max(500).describe('Persons whom it concerns; they cannot decide.'),
  /** Absent from an earlier release: 1. */
  contentRevision: contentRevision.optional(),
  /** Absent from an earlier release: none. */
  earlierSubjectIds: z
    .array(z.uuid())
    .max(100)
    .optional()
    .describe('Decided disputes about the same interaction; whoever decided one of them cannot decide this one.'),
  readyAt: z.iso.datetime().describe('When it can be decided.'),
  occurredAt: OccurredAt,
};

export const moderationRequested = event(
  'provider.moderation.requested.v1',
  'A review, a response to one, a dispute, a report or a name waits for an operator, from `readyAt` on. Published again if `readyAt`, `involvedIds` or `contentRevision` changes.',
  moderationRequest,
  ofRequest,
);

export const moderationWithdrawn = event(
  'provider.moderation.withdrawn.v1',
  'A dispute, a review, a response or a name was withdrawn before its decision.',
  {
    requestId,
    subjectId: ModerationSubjectId,
    kind: ModerationKind.describe('What has to be decided.'),
    round,
    providerId: ProviderId,
    occurredAt: OccurredAt,
  },
  ofRequest,
);

export const moderationRead = event(
  'provider.moderation.read.v1',
  'What an operator may decide about was sent to this operator while it waited for a decision.',
  {
    requestId,
    subjectId: ModerationSubjectId,
    round,
    contentRevision,
    readerId: OperatorId,
    occurredAt: OccurredAt,
  },
  ofRequest,
);

export const moderationRequestSnapshot = event(
  'provider.moderation.snapshot.v1',
  'Snapshot of a request for a moderation, for new projections.',
  { ...moderationRequest, state: ModerationState.describe('State of the request.') },
  ofRequest,
);
