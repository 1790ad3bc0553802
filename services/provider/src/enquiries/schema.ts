import { z } from 'zod';

export const enquiryStates = ['sent', 'accepted', 'declined', 'expired', 'handed_off', 'closed'] as const;

/** Before the contact is handed over: no name, address or text of the customer. */
export const WorkspaceEnquiry = z
  .object({
    id: z.uuid(),
    categoryKey: z.string(),
    state: z.enum(enquiryStates),
    sentAt: z.iso.datetime(),
    answerDueAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WorkspaceEnquiry' });
