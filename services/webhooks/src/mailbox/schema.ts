import { singleLine } from '@trust/contracts/free-text';
import { z } from 'zod';

export const MailboxQuery = z.strictObject({
  to: singleLine(1, 254).meta({
    description: 'The phone number, e-mail address or user id that the messages went to.',
  }),
});

export const Mailbox = z
  .object({
    items: z.array(
      z.object({
        id: z.uuid().meta({ description: 'Identifier of the message.' }),
        channel: z.enum(['sms', 'email', 'push']),
        to: z.string().meta({ description: 'The number, address or user id that the message went to.' }),
        template: z.string(),
        text: z.string().meta({ description: 'The text that would have been sent.' }),
        code: z.string().optional().meta({ description: 'The one-time code, where the message carries one.' }),
        sentAt: z.iso.datetime().meta({ description: 'When the message would have been sent.' }),
      }),
    ),
  })
  .meta({ id: 'DevelopmentMailbox' });
