import { deviceHeader, deviceIdPattern } from '@trust/contracts/device';
import { multiLine, singleLine } from '@trust/contracts/free-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { CategoryKey } from '../../catalog/schema.ts';
import { enquirySides, enquiryStates } from './states.ts';

export const declineReasons = [
  'no_capacity',
  'outside_area',
  'outside_expertise',
  'incomplete_request',
  'other',
] as const;
const channel = z.enum(['sms', 'email']);
const messageText = multiLine(1, 2000);

export const EnquiryParams = z.object({ enquiryId: z.uuid() });

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
    publicProviderId: z.string().max(64),
    categoryKey: CategoryKey,
    message: multiLine(10, 2000),
    contact: z.strictObject({
      channel,
      identifier: singleLine(3, 254),
      name: singleLine(1, 80).optional(),
      consent: z.literal(true),
    }),
  })
  .meta({ id: 'EnquiryCreate' });

export const EnquiryDecline = z
  .strictObject({ reasonCode: z.enum(declineReasons), message: messageText.optional() })
  .meta({ id: 'EnquiryDecline' });

export const EnquiryMessageCreate = z.strictObject({ text: messageText }).meta({ id: 'EnquiryMessageCreate' });

export const EnquiryMessage = z
  .object({ id: z.uuid(), author: z.enum(enquirySides), text: z.string(), sentAt: z.iso.datetime() })
  .meta({ id: 'EnquiryMessage' });

/** Before the contact is handed over: no name, address or text of the customer. */
const summary = {
  id: z.uuid(),
  categoryKey: z.string(),
  state: z.enum(enquiryStates),
  sentAt: z.iso.datetime(),
  answerDueAt: z.iso.datetime().nullable(),
};

export const WorkspaceEnquiry = z.object(summary).meta({ id: 'WorkspaceEnquiry' });
export const WorkspaceEnquiryPage = Page(WorkspaceEnquiry).meta({ id: 'WorkspaceEnquiryPage' });

export const AccountEnquiry = z
  .object({
    ...summary,
    publicProviderId: z.string(),
    displayName: z.string(),
    interactionId: z.uuid().nullable(),
  })
  .meta({ id: 'AccountEnquiry' });
export const AccountEnquiryPage = Page(AccountEnquiry).meta({ id: 'AccountEnquiryPage' });

export const EnquiryQuery = PageQuery.extend({
  state: z.enum(enquiryStates).optional(),
  categoryKey: CategoryKey.optional(),
});

const InteractionSummary = z.object({ id: z.uuid(), recordedAt: z.iso.datetime() }).meta({ id: 'InteractionSummary' });
const EnquiryContact = z
  .object({ channel, identifier: z.string(), name: z.string().nullable() })
  .meta({ id: 'EnquiryContact' });

export const Enquiry = z
  .object({
    ...summary,
    publicProviderId: z.string(),
    displayName: z.string(),
    side: z.enum(enquirySides),
    answeredAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
    endedBy: z.enum(enquirySides).nullable(),
    declineReason: z.enum(declineReasons).nullable(),
    messages: z.array(EnquiryMessage),
    interaction: z.union([InteractionSummary, z.null()]),
    contact: z.union([EnquiryContact, z.null()]),
  })
  .meta({ id: 'Enquiry' });

export const InteractionParams = z.object({ interactionId: z.uuid() });
