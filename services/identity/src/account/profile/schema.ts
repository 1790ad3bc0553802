import { ContactChannel } from '@trust/contracts/contact-channel';
import { PersonId, ProviderId } from '@trust/contracts/fields';
import { OperatorRole, RepresentativeRole } from '@trust/contracts/permissions';
import { singleLine } from '@trust/contracts/values/free-text';
import { Locale } from '@trust/contracts/values/locale';
import { z } from 'zod';

const RoleAtProvider = RepresentativeRole.meta({
  description: 'Your role for the provider.',
  examples: ['owner'],
});

const MessageLocale = Locale.describe('Language of messages to the person.');

const ContactPoint = z.object({
  id: z.uuid().describe('Identifier of the contact point.'),
  channel: ContactChannel.meta({ description: 'How codes and messages reach the contact point.', examples: ['email'] }),
  identifier: z
    .string()
    .meta({ description: 'The phone number in E.164 form, or the email address.', examples: ['anna@example.org'] }),
  verified: z.boolean().describe('Whether the person has verified the contact point.'),
  verifiedAt: z.iso.datetime().nullable().describe('When the contact point was verified; null before.'),
});

const RepresentedProvider = z
  .object({
    providerId: ProviderId,
    role: RoleAtProvider,
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
        examples: ['Anna Martin'],
      }),
    locale: MessageLocale,
    contactPoints: z
      .array(ContactPoint)
      .describe('Phone numbers and email addresses that can sign in once they are verified.'),
    providers: z
      .array(RepresentedProvider)
      .optional()
      .describe('Providers that the person represents; empty for a customer.'),
    operatorRoles: z.array(OperatorRole).optional().describe('Your roles as an operator; empty for anyone else.'),
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
        description: 'The name that the person chooses for their account, 1 to 80 characters; null removes it.',
        examples: ['Anna Martin'],
      }),
    locale: MessageLocale,
  })
  .meta({ id: 'AccountProfileUpdate' });

export const AccountWorkspaceUpdate = z
  .strictObject({ providerId: ProviderId.describe('Identifier of a provider that you represent.') })
  .meta({ id: 'AccountWorkspaceUpdate' });

export const AccountWorkspace = z
  .object({
    providerId: ProviderId.describe('Identifier of the provider that the session works for.'),
    role: RoleAtProvider,
  })
  .meta({ id: 'AccountWorkspace' });
