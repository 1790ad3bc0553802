import { Actions } from '@trust/contracts/actions/actions';
import { ContactChannel } from '@trust/contracts/contact-channel';
import { deviceHeader, deviceIdPattern } from '@trust/contracts/device';
import { EnquiryState } from '@trust/contracts/events/customers';
import { CatalogKey, EnquiryId, ProviderNameNow, PublicProviderId } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { multiLine, singleLine } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { CategoryKey } from '../../catalog/schema.ts';
import { EnquirySide } from './states.ts';

export const DeclineReason = valueList('enquiryDeclineReason', {
  no_capacity: {
    en: 'No time',
    fr: 'Pas de disponibilité',
    means: { en: 'The provider has no time.', fr: 'Le prestataire n’a pas de disponibilité.' },
  },
  outside_area: {
    en: 'Outside the service area',
    fr: 'Hors de la zone d’intervention',
    means: { en: 'The place is outside the service area.', fr: 'Le lieu est hors de la zone d’intervention.' },
  },
  outside_expertise: {
    en: 'Other kind of work',
    fr: 'Autre type de travaux',
    means: { en: 'The provider does not do this work.', fr: 'Le prestataire ne fait pas ce travail.' },
  },
  incomplete_request: {
    en: 'Not enough information',
    fr: 'Informations insuffisantes',
    means: { en: 'The enquiry does not say enough.', fr: 'La demande n’en dit pas assez.' },
  },
  other: {
    en: 'Other reason',
    fr: 'Autre motif',
    means: { en: 'Another reason; the message can say it.', fr: 'Un autre motif\u00a0; le message peut le préciser.' },
  },
});
const messageText = multiLine(1, 2000);

export const EnquiryParams = z.object({ enquiryId: EnquiryId });

export const DeviceHeader = z.object({
  [deviceHeader]: z
    .string()
    .regex(deviceIdPattern)
    .optional()
    .meta({
      description:
        'Random identifier that the app creates once and keeps. The limit of enquiries counts by device too.',
      examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
    }),
});

export const EnquiryCreate = z
  .strictObject({
    publicProviderId: PublicProviderId.max(64).meta({ description: 'Public identifier of the published provider.' }),
    categoryKey: CategoryKey.describe('Key of a category that the provider offers.'),
    message: multiLine(10, 2000).meta({
      description: 'What the work is: plain text, 10 to 2000 characters.',
      examples: ['Two sockets in the kitchen give no power since yesterday.'],
    }),
    contact: z
      .strictObject({
        channel: ContactChannel.meta({
          description: 'Whether `identifier` is a telephone number (`sms`) or an email address (`email`).',
          examples: ['email'],
        }),
        identifier: singleLine(3, 254).meta({
          description: 'Telephone number or email address, by `channel`: a verified contact point of your account.',
          examples: ['anna@example.org'],
        }),
        name: singleLine(1, 80)
          .optional()
          .meta({ description: 'How you want to be addressed, 1 to 80 characters.', examples: ['Anna'] }),
        consent: z.literal(true).meta({
          description: 'Must be true: you agree that the provider gets this contact once it has accepted the enquiry.',
          'x-values': { true: { means: 'The only value.' } },
        }),
      })
      .describe('The one contact that the provider gets once it has accepted the enquiry.'),
  })
  .meta({ id: 'EnquiryCreate' });

export const EnquiryDecline = z
  .strictObject({
    reasonCode: DeclineReason.describe('Why you decline; the customer sees it.'),
    message: messageText.optional().meta({
      description: 'A last message to the customer: plain text, 1 to 2000 characters.',
      examples: ['I am away until the end of the month.'],
    }),
  })
  .meta({ id: 'EnquiryDecline' });

export const EnquiryMessageCreate = z
  .strictObject({
    text: messageText.meta({
      description: 'The message, plain text of 1 to 2000 characters.',
      examples: ['Could you come on Thursday?'],
    }),
  })
  .meta({ id: 'EnquiryMessageCreate' });

export const EnquiryMessage = z
  .object({
    id: z.uuid().describe('Identifier of the message.'),
    author: EnquirySide.describe('The side that wrote it.'),
    text: z.string().meta({
      description: 'The message, plain text of 1 to 2000 characters.',
      examples: ['Could you come on Thursday?'],
    }),
    sentAt: z.iso.datetime().describe('When the message was sent.'),
  })
  .meta({ id: 'EnquiryMessage' });

/** Before the contact is handed over: no name, address or text of the customer. */
const summary = {
  id: EnquiryId,
  categoryKey: CatalogKey,
  state: EnquiryState.describe('State of the enquiry.'),
  sentAt: z.iso.datetime().describe('When the customer sent the enquiry.'),
  answerDueAt: z.iso
    .datetime()
    .nullable()
    .describe('Deadline for the answer of the provider, 7 days after `sentAt`; null unless `state` is `sent`.'),
};

export const WorkspaceEnquiry = z.object(summary).meta({ id: 'WorkspaceEnquiry' });
export const WorkspaceEnquiryPage = Page(WorkspaceEnquiry).meta({ id: 'WorkspaceEnquiryPage' });

export const AccountEnquiry = z
  .object({
    ...summary,
    publicProviderId: PublicProviderId,
    displayName: ProviderNameNow,
    interactionId: z
      .uuid()
      .nullable()
      .describe('Identifier of the interaction, for a review or a dispute; null until the contact is handed over.'),
  })
  .meta({ id: 'AccountEnquiry' });
export const AccountEnquiryPage = Page(AccountEnquiry).meta({ id: 'AccountEnquiryPage' });

export const EnquiryQuery = PageQuery.extend({
  state: EnquiryState.optional().describe('Only enquiries in this state.'),
  categoryKey: CategoryKey.optional().describe('Only enquiries in this category.'),
});

const InteractionSummary = z
  .object({
    id: z.uuid().describe('Identifier of the interaction, for a review or a dispute.'),
    recordedAt: z.iso.datetime().describe('When the interaction was recorded.'),
  })
  .meta({ id: 'InteractionSummary' });
const EnquiryContact = z
  .object({
    channel: ContactChannel.meta({
      description: 'Whether `identifier` is a telephone number (`sms`) or an email address (`email`).',
      examples: ['email'],
    }),
    identifier: z.string().meta({
      description: 'Telephone number (E.164) or email address of the customer.',
      examples: ['anna@example.org'],
    }),
    name: z
      .string()
      .nullable()
      .meta({
        description: 'How the customer wants to be addressed; null if the customer gave no name.',
        examples: ['Anna'],
      }),
  })
  .meta({ id: 'EnquiryContact' });

export const Enquiry = z
  .object({
    ...summary,
    publicProviderId: PublicProviderId,
    displayName: ProviderNameNow,
    isProviderPublic: z
      .boolean()
      .describe(
        'Whether the public finds the provider in this category now. If false, read its claims again before you let anybody in.',
      ),
    side: EnquirySide.describe('The side on which you are.'),
    answeredAt: z.iso.datetime().nullable().describe('When the provider accepted or declined; null before that.'),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'When the enquiry was closed or declined, or expired; null while it is open.',
        examples: [null],
      }),
    endedBy: EnquirySide.nullable().describe(
      'Who closed or declined it; null while it is open, if it expired, and if it was closed after a year without a message.',
    ),
    declineReason: DeclineReason.nullable().describe('Why the provider declined; null otherwise.'),
    messages: z
      .array(EnquiryMessage)
      .describe(
        'The messages that you can read, oldest first: at most 50. None after `messagesExpireAt`, and for the provider none while operators stop it or hide the category, once it has answered.',
      ),
    messagesExpireAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description:
          'When the messages are deleted for both sides: 30 days after the end. A provider that did not accept the enquiry reads none from its end on. Null while it is open, and while a dispute or an examination about the work is, or can be appealed.',
        examples: [null],
      }),
    interaction: z
      .union([InteractionSummary, z.null()])
      .describe('The record of the disclosure of the contact; null before it.'),
    contact: z
      .union([EnquiryContact, z.null()])
      .describe(
        'The disclosed contact, for representatives from the handoff until the enquiry is closed; null otherwise, while operators stop the provider, and for the customer.',
      ),
    actions: Actions,
  })
  .meta({ id: 'Enquiry' });

export const InteractionParams = z.object({
  interactionId: z.uuid().describe('Identifier of the interaction, from the enquiry.'),
});
