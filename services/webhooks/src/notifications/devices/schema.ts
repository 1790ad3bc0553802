import { languages } from '@trust/contracts/text';
import { z } from 'zod';

export const pushServices = ['fcm', 'apns'] as const;
export type PushService = (typeof pushServices)[number];

const installationId = z.uuid();
const pushService = z.enum(pushServices);
const locale = z.enum(languages);

export const DeviceRegistration = z
  .strictObject({
    installationId,
    pushService: pushService.meta({ examples: ['fcm'] }),
    pushToken: z
      .string()
      .min(32)
      .max(4096)
      .regex(/^[\w:-]+$/)
      .meta({ examples: ['dQw4w9WgXcQ:APA91bH-fictitious-registration-token_0123456789'] }),
    locale: locale.optional(),
  })
  .meta({ id: 'DeviceRegistration' });

/** Never the token. */
export const Device = z
  .object({
    id: z.uuid(),
    installationId,
    pushService: pushService.meta({ examples: ['fcm'] }),
    locale,
    registeredAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Device' });
