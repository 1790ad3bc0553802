import { PersonId, ProviderId } from '@trust/contracts/fields';
import { singleLine } from '@trust/contracts/free-text';
import { Locale } from '@trust/contracts/locale';
import { OperatorRole, RepresentativeRole } from '@trust/contracts/permissions';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';

const Channel = valueList({
  sms: { en: 'Text message', fr: 'SMS', means: 'By text message.' },
  email: { en: 'E-mail', fr: 'E-mail', means: 'By email.' },
});

const ContactPoint = z.object({
  id: z.uuid().describe('Identifier of the contact point.'),
  channel: Channel.meta({ description: 'How the code or message is sent.', examples: ['email'] }),
  identifier: z
    .string()
    .meta({ description: 'The phone number in E.164 form, or the email address.', examples: ['anna@example.org'] }),
  verified: z.boolean().describe('Whether the person has verified the contact point.'),
  verifiedAt: z.iso.datetime().nullable().describe('When the contact point was verified; null before.'),
});

const RepresentedProvider = z
  .object({
    providerId: ProviderId,
    role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
  })
  .meta({ id: 'RepresentedProvider' });

export const AccountProfile = z
  .object({
    id: PersonId,
    displayName: z
      .string()
      .nullable()
      .meta({
        description: 'The name that the person chose for their account; null if none.',
        examples: ['Électricité Martin'],
      }),
    locale: Locale.describe('Language of messages to the person.'),
    contactPoints: z.array(ContactPoint).describe('Phone numbers and email addresses that can sign in.'),
    providers: z
      .array(RepresentedProvider)
      .optional()
      .describe('Providers that the person represents. Empty for a customer.'),
    operatorRoles: z.array(OperatorRole).optional().describe('Your roles as an operator; empty for everybody else.'),
    revision: z
      .number()
      .int()
      .meta({ description: 'Number of the current revision, for `If-Match: "r<revision>"`.', examples: [3] }),
  })
  .meta({ id: 'AccountProfile' });
export type AccountProfile = z.output<typeof AccountProfile>;

export const AccountProfileUpdate = z
  .strictObject({
    displayName: singleLine(1, 80)
      .nullable()
      .meta({
        description: 'The name to show for the account, 1 to 80 characters; null removes it.',
        examples: ['Électricité Martin'],
      }),
    locale: Locale.describe('Language of messages to the person.'),
  })
  .meta({ id: 'AccountProfileUpdate' });

export const AccountWorkspaceUpdate = z.strictObject({ providerId: ProviderId }).meta({ id: 'AccountWorkspaceUpdate' });

export const AccountWorkspace = z
  .object({
    providerId: ProviderId,
    role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
  })
  .meta({ id: 'AccountWorkspace' });
