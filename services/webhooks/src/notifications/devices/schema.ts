import { Locale } from '@trust/contracts/values/locale';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

export const PushService = valueList('pushService', {
  fcm: { en: 'Firebase Cloud Messaging', fr: 'Firebase Cloud Messaging', means: 'Firebase Cloud Messaging.' },
  apns: {
    en: 'Apple Push Notification service',
    fr: 'Apple Push Notification service',
    means: 'Apple Push Notification service.',
  },
});
export type PushService = z.output<typeof PushService>;

const InstallationId = z.uuid().describe('A random UUID that the app creates when it is installed and never shares.');
const PushServiceOfDevice = PushService.meta({
  description: 'The service that delivers the pushes of the device.',
  examples: ['fcm'],
});

export const DeviceRegistration = z
  .strictObject({
    installationId: InstallationId,
    pushService: PushServiceOfDevice,
    pushToken: z
      .string()
      .min(32)
      .max(4096)
      .regex(/^[\w:-]+$/)
      .meta({
        description:
          'The token of the push service: 32 to 4096 characters, for `apns` 64 to 200 hexadecimal digits. Stored encrypted, never returned.',
        examples: ['dQw4w9WgXcQ:APA91bH-fictitious-registration-token_0123456789'],
      }),
    locale: Locale.optional().describe('Language of the pushes. Default: the language of the request.'),
  })
  .meta({ id: 'DeviceRegistration' });

/** Never the token. */
export const Device = z
  .object({
    id: z.uuid().describe('Identifier of the device.'),
    installationId: InstallationId,
    pushService: PushServiceOfDevice,
    locale: Locale.describe('Language of the pushes, unless the notification preferences have one.'),
    registeredAt: z.iso.datetime().describe('When the installation was first registered.'),
    updatedAt: z.iso.datetime().describe('When it was last registered.'),
  })
  .meta({ id: 'Device' });
