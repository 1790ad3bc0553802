import { languages } from '@trust/contracts/text';
import { z } from 'zod';
import { notificationGroups } from '../../messages/catalogue.ts';

const group = z.enum(notificationGroups).meta({ examples: ['cases'] });
const channels = { push: z.boolean(), email: z.boolean() };

/** What a person chose for one group. */
export const GroupChoice = z.strictObject({ group, ...channels }).meta({ id: 'NotificationGroupChoice' });
export type GroupChoice = z.output<typeof GroupChoice>;

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ examples: ['22:00'] });
const quietHours = {
  start: time,
  end: time.meta({ examples: ['07:00'] }),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .meta({ examples: ['Europe/Paris'] }),
};

export const NotificationPreferencesUpdate = z
  .strictObject({
    locale: z.enum(languages).nullable(),
    quietHours: z.strictObject(quietHours).nullable(),
    groups: z.array(GroupChoice).max(notificationGroups.length),
  })
  .meta({ id: 'NotificationPreferencesUpdate' });

export const NotificationPreferences = z
  .object({
    locale: z.enum(languages).nullable(),
    quietHours: z.object(quietHours).nullable(),
    groups: z.array(
      z.object({ group, ...channels, canChange: z.boolean() }).meta({ id: 'NotificationGroupPreference' }),
    ),
    revision: z.number().int(),
  })
  .meta({ id: 'NotificationPreferences' });
