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
import { DisputeState, EnquiryState, ModerationState, ReviewState } from '../states/customer-values.ts';
import { valueList } from '../values/value-list.ts';

export { DisputeState, EnquiryState, ModerationState, ReviewState } from '../states/customer-values.ts';

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
