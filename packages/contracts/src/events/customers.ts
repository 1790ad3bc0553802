import { z } from 'zod';
import { aggregate, event } from '../event.ts';

export const contactConsentGiven = event(
  'provider.contact-consent.given.v1',
  'A customer sent an enquiry and agreed that its contact is disclosed to the provider.',
  { userId: z.uuid(), providerId: z.uuid(), occurredAt: z.iso.datetime() },
  aggregate('provider', ({ providerId }) => providerId),
);

export const enquiryChanged = event(
  'provider.enquiry.changed.v1',
  'An enquiry was sent, or its state changed. An expiry is not announced.',
  {
    enquiryId: z.uuid(),
    providerId: z.uuid(),
    categoryKey: z.string(),
    state: z.enum(['sent', 'accepted', 'handed_off', 'closed', 'declined', 'expired']),
    occurredAt: z.iso.datetime(),
  },
  aggregate('enquiry', ({ enquiryId }) => enquiryId),
);

export const interactionRecorded = event(
  'provider.interaction.recorded.v1',
  'The contact of a customer was disclosed to a provider, with consent.',
  {
    interactionId: z.uuid(),
    enquiryId: z.uuid(),
    providerId: z.uuid(),
    categoryKey: z.string(),
    occurredAt: z.iso.datetime(),
  },
  aggregate('interaction', ({ interactionId }) => interactionId),
);

export const reviewChanged = event(
  'provider.review.changed.v1',
  'A review was written, or its state changed.',
  {
    reviewId: z.uuid(),
    providerId: z.uuid(),
    categoryKey: z.string(),
    state: z.enum(['pending', 'published', 'flagged', 'removed', 'rejected', 'withdrawn']),
    occurredAt: z.iso.datetime(),
  },
  aggregate('review', ({ reviewId }) => reviewId),
);

export const disputeChanged = event(
  'provider.dispute.changed.v1',
  'A dispute was opened, or its state changed.',
  {
    disputeId: z.uuid(),
    interactionId: z.uuid(),
    providerId: z.uuid(),
    state: z.enum(['open', 'awaiting_response', 'under_review', 'resolved', 'withdrawn']),
    occurredAt: z.iso.datetime(),
  },
  aggregate('dispute', ({ disputeId }) => disputeId),
);

export const moderationKinds = ['review', 'review_response', 'dispute', 'report'] as const;
// Not by subject: that is the id of a review or dispute, and sequence numbers count per id.
const ofRequest = aggregate('moderation', (payload: { requestId: string }) => payload.requestId);
const moderationRequest = {
  requestId: z.uuid(),
  subjectId: z.uuid(),
  kind: z.enum(moderationKinds),
  round: z.number().int().min(1).max(100),
  isAppeal: z.boolean(),
  providerId: z.uuid(),
  categoryKey: z.string().nullable(),
  reasonCode: z.string().meta({ examples: ['not_genuine'] }),
  /** Persons whom it concerns: they cannot decide. */
  involvedIds: z.array(z.uuid()).max(500),
  readyAt: z.iso.datetime(),
  occurredAt: z.iso.datetime(),
};

export const moderationRequested = event(
  'provider.moderation.requested.v1',
  'A review, a response to one, a dispute or a report waits for an operator, from `readyAt` on. Published again if `readyAt` or `involvedIds` changes.',
  moderationRequest,
  ofRequest,
);

export const moderationWithdrawn = event(
  'provider.moderation.withdrawn.v1',
  'A dispute, a review or a response was withdrawn before its decision.',
  {
    requestId: z.uuid(),
    subjectId: z.uuid(),
    kind: z.enum(moderationKinds),
    round: z.number().int().min(1).max(100),
    providerId: z.uuid(),
    occurredAt: z.iso.datetime(),
  },
  ofRequest,
);

export const moderationRequestSnapshot = event(
  'provider.moderation.snapshot.v1',
  'Snapshot of a request for a moderation, for new projections.',
  { ...moderationRequest, state: z.enum(['open', 'decided', 'withdrawn']) },
  ofRequest,
);
