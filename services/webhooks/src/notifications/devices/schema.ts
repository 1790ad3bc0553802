import { Locale } from '@trust/contracts/locale';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';

export const PushService = valueList({
  fcm: { en: 'Firebase Cloud Messaging', fr: 'Firebase Cloud Messaging', means: 'Firebase Cloud Messaging.' },
  apns: { en: 'Apple Push Notification service', fr: 'Service de notifications Apple', means: 'Apple Push Notification service.' },
});
export const pushServices = PushService.options;
export type PushService = (typeof pushServices)[number];

const installationId = z.uuid();
const pushService = PushService;
const locale = Locale;

export const DeviceRegistration = z
  .strictObject({
    installationId: installationId.describe(
      'A random UUID that the app creates when it is installed and never shares.',
    ),
    pushService: pushService
      .meta({ examples: ['fcm'] })
      .describe('The service that delivers the pushes of the device.'),
    pushToken: z
      .string()
      .min(32)
      .max(4096)
      .regex(/^[\w:-]+$/)
      .meta({ examples: ['dQw4w9WgXcQ:APA91bH-fictitious-registration-token_0123456789'] })
      .describe('The token of the push service. Stored encrypted, never returned.'),
    locale: locale.optional().describe('Locale of the pushes. Default: the language of the request.'),
  })
  .meta({ id: 'DeviceRegistration' });

/** Never the token. */
export const Device = z
  .object({
    id: z.uuid().describe('Identifier of the device.'),
    installationId: installationId.describe(
      'A random UUID that the app creates when it is installed and never shares.',
    ),
    pushService: pushService
      .meta({ examples: ['fcm'] })
      .describe('The service that delivers the pushes of the device.'),
    locale: locale.describe('Locale of the pushes, unless the notification preferences have one.'),
    registeredAt: z.iso.datetime().describe('When the installation was registered first.'),
    updatedAt: z.iso.datetime().describe('When it was registered last.'),
  })
  .meta({ id: 'Device' });
