import { line } from '@trust/contracts/free-text';
import { z } from 'zod';

export const MailboxQuery = z.strictObject({ to: line(1, 254) });

export const Mailbox = z
  .object({
    items: z.array(
      z.object({
        id: z.uuid(),
        channel: z.enum(['sms', 'email', 'push']),
        to: z.string(),
        template: z.string(),
        text: z.string(),
        code: z.string().optional(),
        sentAt: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'DevelopmentMailbox' });
