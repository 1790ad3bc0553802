import { Reason } from '@trust/contracts/values/free-text';
import { z } from 'zod';

export const TriageSnooze = z
  .strictObject({
    endsAt: z.iso
      .datetime()
      .describe('When the queue lists it again: at most 14 days from now, and not after `dueAt`.'),
    reason: Reason.meta({
      description: 'Why it waits: 10 to 500 characters.',
      examples: ['The school answers the enquiry on Monday.'],
    }),
  })
  .meta({ id: 'TriageSnooze' });
export const TriageSnoozeLift = z
  .strictObject({
    reason: Reason.meta({
      description: 'Why it no longer waits: 10 to 500 characters.',
      examples: ['The school has answered.'],
    }),
  })
  .meta({ id: 'TriageSnoozeLift' });
