import { Page, PageQuery } from '@trust/contracts/page';
import { singleLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';

export const MailboxQuery = PageQuery.extend({
  to: singleLine(1, 254)
    .optional()
    .meta({ description: 'The phone number, email address or user id that the messages went to. Without it: all.' }),
});

const DevelopmentMessage = z.object({
  id: z.uuid().meta({ description: 'Identifier of the message.' }),
  channel: z.enum(['sms', 'email', 'push']),
  to: z.string().meta({ description: 'The number, address or user id that the message went to.' }),
  template: z.string(),
  text: z.string().meta({ description: 'The text that would have been sent.' }),
  code: z.string().optional().meta({ description: 'The one-time code, where the message carries one.' }),
  challengeId: z.uuid().optional().meta({ description: 'The challenge that the code belongs to.' }),
  device: z
    .object({
      id: z.uuid().meta({ description: 'Identifier of the device, as its registration returned it.' }),
      pushService: z.string().meta({ description: 'The push service of the installation.' }),
    })
    .optional()
    .meta({ description: 'The installation that a push went to.' }),
  sentAt: z.iso.datetime().meta({ description: 'When the message would have been sent.' }),
});

export const Mailbox = Page(DevelopmentMessage).meta({ id: 'DevelopmentMailbox' });
