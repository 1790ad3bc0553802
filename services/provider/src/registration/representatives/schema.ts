import { ContactChannel } from '@trust/contracts/contact-channel';
import { RepresentativeRole } from '@trust/contracts/permissions';
import { singleLine } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

const Status = valueList('representativeStatus', {
  active: {
    en: 'Active',
    fr: 'En activité',
    means: { en: 'Represents the provider.', fr: 'Représente le prestataire.' },
  },
  sent: {
    en: 'Invited',
    fr: 'Invitation envoyée',
    means: { en: 'Invited, and has not accepted yet.', fr: 'Invité, sans réponse pour le moment.' },
  },
  expired: {
    en: 'Expired',
    fr: 'Invitation expirée',
    means: { en: 'Invited, and did not accept within 7 days.', fr: 'Invité, sans acceptation dans les 7 jours.' },
  },
});

/** No personal data, and no id of a person: a representative may be an operator elsewhere (promise T4). */
export const Representative = z
  .object({
    id: z.uuid().meta({
      description: 'Identifier of the assignment, or of the invitation until it is accepted.',
      examples: ['019a4907-9a41-7c3b-8d52-6e1f0b7a9c24'],
    }),
    isOwn: z.boolean().describe('Whether the assignment is yours.'),
    role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
    status: Status.meta({
      description:
        'Whether the person represents the provider or has been invited. A declined invitation is `sent`, and `expired` after 7 days.',
      examples: ['active'],
    }),
    startedAt: z.iso.datetime().describe('When the person was assigned or invited.'),
    invitedIdentifier: z
      .string()
      .nullable()
      .meta({
        description:
          'Masked contact of the invitation, such as `a•••@example.org`; null once it is accepted or has expired.',
        examples: [null],
      }),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the invitation expires, after 7 days; null once it is accepted.', examples: [null] }),
  })
  .meta({ id: 'Representative' });

export const RepresentativeCreate = z
  .strictObject({
    channel: ContactChannel.meta({ description: 'How the invitation is sent.', examples: ['email'] }),
    identifier: singleLine(3, 254).meta({
      description: 'Telephone number (`sms`) or email address (`email`) of the person to invite.',
      examples: ['anna@example.org'],
    }),
    role: RepresentativeRole.meta({
      description: 'Role that the person gets for this provider.',
      examples: ['manager'],
    }),
  })
  .meta({ id: 'RepresentativeCreate' });
