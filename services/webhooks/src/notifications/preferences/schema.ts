import { Locale } from '@trust/contracts/values/locale';
import { z } from 'zod';
import { NotificationGroup, notificationGroups } from '../../messages/groups.ts';

const group = NotificationGroup.meta({ description: 'The group.', examples: ['cases'] });
const MessageLocale = Locale.nullable().describe(
  'Language of pushes and e-mails; null for that of the device or account.',
);
const channels = {
  push: z.boolean().describe('Whether notifications of the group are pushed to your devices.'),
  email: z.boolean().describe('Whether notifications of the group are sent to your e-mail address.'),
};

export const GroupChoice = z.strictObject({ group: group, ...channels }).meta({ id: 'NotificationGroupChoice' });
export type GroupChoice = z.output<typeof GroupChoice>;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const quietHours = {
  start: time.meta({ description: 'When the quiet hours begin, as HH:MM.', examples: ['22:00'] }),
  end: time.meta({
    description: 'When the quiet hours end, as HH:MM; on the next day if it is before `start`.',
    examples: ['07:00'],
  }),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .meta({
      description: 'Name of the time zone in the IANA database, 1 to 64 characters.',
      examples: ['Europe/Paris'],
    }),
};

export const NotificationPreferencesUpdate = z
  .strictObject({
    locale: MessageLocale,
    quietHours: z
      .strictObject(quietHours)
      .nullable()
      .describe('Time of the day in which pushes wait, except those of `security`; null for none.'),
    groups: z
      .array(GroupChoice)
      .max(notificationGroups.length)
      .describe('Your choices. Groups that you leave out have the defaults.'),
  })
  .meta({ id: 'NotificationPreferencesUpdate' });

export const NotificationPreferences = z
  .object({
    locale: MessageLocale,
    quietHours: z
      .object(quietHours)
      .nullable()
      .describe('Time of the day in which pushes wait, except those of `security`; null for none.'),
    groups: z
      .array(
        z
          .object({
            group: group,
            ...channels,
            canChange: z.boolean().describe('Whether the group can be switched off; false for `security` only.'),
          })
          .meta({ id: 'NotificationGroupPreference' }),
      )
      .describe('Channels of every group.'),
    revision: z
      .number()
      .int()
      .meta({ description: 'Number of the current revision, for `If-Match: "r<revision>"`.', examples: [3] }),
  })
  .meta({ id: 'NotificationPreferences' });
