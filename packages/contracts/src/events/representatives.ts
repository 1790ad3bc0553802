import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import { AssignmentId, OccurredAt, ProviderId } from '../fields.ts';
import { RepresentativeRole } from '../permissions.ts';
import { Locale } from '../values/locale.ts';

const ofProvider = aggregate('provider', (payload: { providerId: string }) => payload.providerId);

export const representativeAssigned = event(
  'provider.representative.assigned.v1',
  'A person became a representative of a provider.',
  {
    assignmentId: AssignmentId,
    providerId: ProviderId,
    userId: z
      .uuid()
      .meta({ description: 'Identifier of the representative.', examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'] }),
    role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
  },
  ofProvider,
);

export const representativeInvited = event(
  'provider.representative.invited.v1',
  'An owner invited a representative. The contact is encrypted for the identity service (JWE).',
  {
    invitationId: z.uuid().describe('Identifier of the invitation and of the future assignment.'),
    providerId: ProviderId,
    role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
    sealed: z.string().meta({
      description: 'The encrypted content (JWE compact serialization).',
      examples: ['eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9..8s2Jk1nQ.vR3m.b0Xy'],
    }),
    occurredAt: OccurredAt,
    expiresAt: z.iso
      .datetime()
      .meta({ description: 'When the invitation expires.', examples: ['2026-11-03T10:30:00.000Z'] }),
  },
  ofProvider,
);

export const SealedInvitation = z.strictObject({
  channel: z.enum(['sms', 'email']),
  /** In the normal form of identity. */
  identifier: z.string(),
  language: Locale,
  /** Null unless operators accepted the name. */
  providerName: z.string().nullable(),
});

export const invitationEnded = event(
  'provider.invitation.ended.v1',
  'An invitation can no longer be accepted: it was withdrawn, or the provider was closed.',
  {
    invitationId: z.uuid().describe('Identifier of the invitation and of the future assignment.'),
    providerId: ProviderId,
  },
  ofProvider,
);

export const representativeEnded = event(
  'provider.representative.ended.v1',
  'A person no longer represents a provider.',
  {
    assignmentId: AssignmentId,
    providerId: ProviderId,
    userId: z
      .uuid()
      .meta({ description: 'Identifier of the representative.', examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'] }),
  },
  ofProvider,
);

export const representativeSnapshot = event(
  'provider.representative.snapshot.v1',
  'Snapshot of an assignment of a representative, for new projections.',
  {
    assignmentId: AssignmentId,
    providerId: ProviderId,
    userId: z
      .uuid()
      .meta({ description: 'Identifier of the representative.', examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'] }),
    role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the assignment ended; null while it is active.', examples: [null] }),
  },
  ofProvider,
);

const ofPerson = aggregate('person', ({ userId }: { userId: string }) => userId);

export const invitationAwaitingApproval = event(
  'identity.invitation.awaiting-approval.v1',
  'An operator has accepted an invitation, and another operator must approve it. They already have a conflict of interest.',
  {
    invitationId: z.uuid().describe('Identifier of the invitation and of the future assignment.'),
    providerId: ProviderId,
    userId: z.uuid().meta({
      description: 'Identifier of the operator who accepted.',
      examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'],
    }),
    expiresAt: z.iso
      .datetime()
      .meta({ description: 'When the invitation expires.', examples: ['2026-11-03T10:30:00.000Z'] }),
    occurredAt: OccurredAt,
  },
  ofPerson,
);

export const invitationAwaitingApprovalSnapshot = snapshotOf(invitationAwaitingApproval);

export const invitationAccepted = event(
  'identity.invitation.accepted.v1',
  'An invited person has accepted; for an operator, another operator has approved it.',
  {
    invitationId: z.uuid().describe('Identifier of the invitation and of the future assignment.'),
    userId: z.uuid().meta({
      description: 'Identifier of the person who accepted.',
      examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'],
    }),
    occurredAt: OccurredAt,
  },
  ofPerson,
);
