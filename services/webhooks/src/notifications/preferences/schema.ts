import { Locale } from '@trust/contracts/locale';
import { z } from 'zod';
import { NotificationGroup, notificationGroups } from '../../messages/catalogue.ts';

const group = NotificationGroup.meta({ examples: ['cases'] });
const channels = {
  push: z.boolean().describe('Whether notifications of the group are pushed to your devices.'),
  email: z.boolean().describe('Whether notifications of the group are sent to your e-mail address.'),
};

/** What a person chose for one group. */
export const GroupChoice = z
  .strictObject({ group: group.describe('The group.'), ...channels })
  .meta({ id: 'NotificationGroupChoice' });
export type GroupChoice = z.output<typeof GroupChoice>;

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ examples: ['22:00'] });
const quietHours = {
  start: time.describe('When the quiet hours begin, as HH:MM.'),
  end: time
    .meta({ examples: ['07:00'] })
    .describe('When the quiet hours end, as HH:MM; on the next day if it is before `start`.'),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .meta({ examples: ['Europe/Paris'] })
    .describe('Name of the time zone in the IANA database.'),
};

export const NotificationPreferencesUpdate = z
  .strictObject({
    locale: Locale.nullable().describe('Language of pushes and e-mails; null for that of the device or account.'),
    quietHours: z.strictObject(quietHours).nullable().describe('Time of the day in which pushes wait; null for none.'),
    groups: z
      .array(GroupChoice)
      .max(notificationGroups.length)
      .describe('Your choices. Groups that you leave out have the defaults.'),
  })
  .meta({ id: 'NotificationPreferencesUpdate' });

export const NotificationPreferences = z
  .object({
    locale: Locale.nullable().describe('Language of pushes and e-mails; null for that of the device or account.'),
    quietHours: z.object(quietHours).nullable().describe('Time of the day in which pushes wait; null for none.'),
    groups: z
      .array(
        z
          .object({
            group: group.describe('The group.'),
            ...channels,
            canChange: z.boolean().describe('Whether the group can be switched off.'),
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
