import { z } from 'zod';

export const enquiryStates = ['sent', 'accepted', 'declined', 'expired', 'handed_off', 'closed'] as const;

/** What a provider sees of an enquiry before any contact is handed over: no name, no address, no words of the customer. */
export const WorkspaceEnquiry = z
  .object({
    id: z.uuid(),
    categoryKey: z.string(),
    state: z.enum(enquiryStates),
    sentAt: z.iso.datetime(),
    answerDueAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WorkspaceEnquiry' });
