import { ContactChannel } from '@trust/contracts/contact-channel';
import { RepresentativeRole } from '@trust/contracts/permissions';
import { singleLine } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

const State = valueList({
  active: { en: 'Active', fr: 'En activité', means: 'Represents the provider.' },
  invited: { en: 'Invited', fr: 'Invitation en attente', means: 'Invited, but has not accepted yet.' },
});

/** No personal data but the id: only identity has names and contacts. */
export const Representative = z
  .object({
    id: z.uuid().meta({
      description: 'Identifier of the assignment, or of the invitation until it is accepted.',
      examples: ['019a4907-9a41-7c3b-8d52-6e1f0b7a9c24'],
    }),
    userId: z
      .uuid()
      .nullable()
      .meta({
        description:
          'Identifier of the person; null until the invitation is accepted, even if the contact has an account.',
        examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'],
      }),
    role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
    state: State.meta({
      description: 'Whether the person represents the provider or has been invited.',
      examples: ['active'],
    }),
    startedAt: z.iso.datetime().describe('When the person was assigned or invited.'),
    invitedIdentifier: z
      .string()
      .nullable()
      .meta({
        description: 'Masked contact of the invitation, such as `a•••@example.org`; null once it is accepted.',
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
    role: RepresentativeRole.meta({ description: 'Role that the person gets for this provider.', examples: ['owner'] }),
  })
  .meta({ id: 'RepresentativeCreate' });
