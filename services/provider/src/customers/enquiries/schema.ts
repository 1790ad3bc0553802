import { deviceHeader, deviceIdPattern } from '@trust/contracts/device';
import { CatalogKey, EnquiryId, PublicProviderId, SelfAssertedName } from '@trust/contracts/fields';
import { multiLine, singleLine } from '@trust/contracts/free-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { CategoryKey } from '../../catalog/schema.ts';
import { EnquirySide, EnquiryState } from './states.ts';

const Channel = valueList({
  sms: { en: 'Sms', fr: '', means: 'By text message.' },
  email: { en: 'Email', fr: '', means: 'By email.' },
});

export const DeclineReason = valueList({
  no_capacity: { en: 'No capacity', fr: '', means: 'The provider has no time.' },
  outside_area: { en: 'Outside area', fr: '', means: 'The place is outside the service area.' },
  outside_expertise: { en: 'Outside expertise', fr: '', means: 'The provider does not do this work.' },
  incomplete_request: { en: 'Incomplete request', fr: '', means: 'The enquiry does not say enough.' },
  other: { en: 'Other', fr: '', means: 'Another reason, in the message.' },
});
export const declineReasons = DeclineReason.options;
const channel = Channel;
const messageText = multiLine(1, 2000);

export const EnquiryParams = z.object({ enquiryId: EnquiryId });

export const DeviceHeader = z.object({
  [deviceHeader]: z
    .string()
    .regex(deviceIdPattern)
    .optional()
    .meta({
      description: 'Random id that the app makes once and keeps. Enquiries are limited by device too.',
      examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
    }),
});

export const EnquiryCreate = z
  .strictObject({
    publicProviderId: z
      .string()
      .max(64)
      .meta({
        description: 'Random public identifier of the provider. It does not reveal when the provider registered.',
        examples: ['k7Rq2mXw9TzB4nVd'],
      }),
    categoryKey: CategoryKey.meta({
      description: 'Key of the category, as in the catalog.',
      examples: ['electrician'],
    }),
    message: multiLine(10, 2000).meta({
      description: 'What the work is: plain text, 10 to 2000 characters.',
      examples: ['Two sockets in the kitchen give no power since yesterday.'],
    }),
    contact: z
      .strictObject({
        channel: channel.meta({
          description: 'Whether `identifier` is a telephone number (`sms`) or an email address (`email`).',
          examples: ['email'],
        }),
        identifier: singleLine(3, 254).meta({
          description: 'Telephone number or email address.',
          examples: ['anna@example.org'],
        }),
        name: singleLine(1, 80)
          .optional()
          .meta({ description: 'How you want to be addressed, 1 to 80 characters.', examples: ['Anna'] }),
        consent: z.literal(true).meta({
          description: 'Must be true: you agree that the provider gets this contact once it has accepted.',
          'x-values': { true: { means: 'The only value.' } },
        }),
      })
      .describe('The one contact that the provider gets once it has accepted.'),
  })
  .meta({ id: 'EnquiryCreate' });

export const EnquiryDecline = z
  .strictObject({
    reasonCode: DeclineReason.describe('Why you decline; the customer sees it.'),
    message: messageText.optional().meta({
      description: 'A last message to the customer, up to 2000 characters.',
      examples: ['I am away until the end of the month.'],
    }),
  })
  .meta({ id: 'EnquiryDecline' });

export const EnquiryMessageCreate = z
  .strictObject({
    text: messageText.meta({
      description: 'Plain text, 1 to 2000 characters.',
      examples: ['Could you come on Thursday?'],
    }),
  })
  .meta({ id: 'EnquiryMessageCreate' });

export const EnquiryMessage = z
  .object({
    id: z.uuid().describe('Identifier of the message.'),
    author: EnquirySide.describe('The side that wrote it.'),
    text: z
      .string()
      .meta({ description: 'Plain text, 1 to 2000 characters.', examples: ['Could you come on Thursday?'] }),
    sentAt: z.iso.datetime().describe('When the customer sent the enquiry.'),
  })
  .meta({ id: 'EnquiryMessage' });

/** Before the contact is handed over: no name, address or text of the customer. */
const summary = {
  id: EnquiryId,
  categoryKey: CatalogKey,
  state: EnquiryState.describe('State of the enquiry.'),
  sentAt: z.iso.datetime().describe('When the customer sent the enquiry.'),
  answerDueAt: z.iso.datetime().nullable().describe('Deadline for the answer; null once answered.'),
};

export const WorkspaceEnquiry = z.object(summary).meta({ id: 'WorkspaceEnquiry' });
export const WorkspaceEnquiryPage = Page(WorkspaceEnquiry).meta({ id: 'WorkspaceEnquiryPage' });

export const AccountEnquiry = z
  .object({
    ...summary,
    publicProviderId: PublicProviderId,
    displayName: SelfAssertedName,
    interactionId: z
      .uuid()
      .nullable()
      .describe('Identifier of the interaction, once the contact was disclosed; null before that.'),
  })
  .meta({ id: 'AccountEnquiry' });
export const AccountEnquiryPage = Page(AccountEnquiry).meta({ id: 'AccountEnquiryPage' });

export const EnquiryQuery = PageQuery.extend({
  state: EnquiryState.optional().describe('Only items in this state.'),
  categoryKey: CategoryKey.optional().meta({
    description: 'Key of the category, as in the catalog.',
    examples: ['electrician'],
  }),
});

const InteractionSummary = z
  .object({
    id: z.uuid().describe('Identifier of the interaction, for a review or a dispute.'),
    recordedAt: z.iso.datetime().describe('When the interaction was recorded.'),
  })
  .meta({ id: 'InteractionSummary' });
const EnquiryContact = z
  .object({
    channel: channel.meta({ description: 'How the code or message is sent.', examples: ['email'] }),
    identifier: z.string().meta({
      description: 'Telephone number (E.164) or email address of the customer.',
      examples: ['anna@example.org'],
    }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'How the customer wants to be addressed; null if not said.', examples: ['Anna'] }),
  })
  .meta({ id: 'EnquiryContact' });

export const Enquiry = z
  .object({
    ...summary,
    publicProviderId: PublicProviderId,
    displayName: SelfAssertedName,
    side: EnquirySide.describe('The side on which you are.'),
    answeredAt: z.iso.datetime().nullable().describe('When the provider accepted or declined; null before that.'),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the enquiry ended; null while it is open.', examples: [null] }),
    endedBy: EnquirySide.nullable().describe('Who closed or declined it; null while it is open, and if it expired.'),
    declineReason: DeclineReason.nullable().describe('Why the provider declined; null otherwise.'),
    messages: z.array(EnquiryMessage).describe('All messages, oldest first: at most 50.'),
    interaction: z
      .union([InteractionSummary, z.null()])
      .describe('The record of the disclosure of the contact; null before it.'),
    contact: z
      .union([EnquiryContact, z.null()])
      .describe('The disclosed contact, for representatives, from the handoff until the enquiry is closed; else null.'),
  })
  .meta({ id: 'Enquiry' });

export const InteractionParams = z.object({
  interactionId: z.uuid().describe('Identifier of the interaction, from the enquiry.'),
});
