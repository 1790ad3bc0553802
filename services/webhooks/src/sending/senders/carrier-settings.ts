import { JsonSetting } from '@trust/service-kit/config';
import { z } from 'zod';
import { FcmAccount } from './fcm-sender.ts';

export const carrierSettings = {
  /** Sends SMS; `mailbox` is for development only. */
  SMS_SENDER: z.enum(['mailbox', 'twilio']).optional(),
  /** Sends e-mails; `mailbox` is for development only. */
  EMAIL_SENDER: z.enum(['mailbox', 'smtp']).optional(),
  /** Sends pushes; `mailbox` is for development only. `push_services` needs FCM_ACCOUNT_KEY or APNS_KEY, or both. */
  PUSH_SENDER: z.enum(['mailbox', 'push_services']).optional(),
  /** Address of Twilio's REST API. */
  TWILIO_URL: z.url().default('https://api.twilio.com'),
  /** Account that sends SMS. */
  TWILIO_ACCOUNT_SID: z.string().optional(),
  /** Identifier of an API key of the account. */
  TWILIO_KEY_SID: z.string().optional(),
  /** Secret of the API key. */
  TWILIO_KEY_SECRET: z.string().optional(),
  /** Number in E.164 that SMS come from, or the SID of a messaging service. */
  TWILIO_FROM: z.string().optional(),
  /** SMTP server with user and password, such as `smtps://user:password@smtp.example.org`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Sender of e-mails, such as `Trust <no-reply@trust.example.org>`. */
  EMAIL_FROM: z.string().optional(),
  /** Google service account with the right to send, as JSON. */
  FCM_ACCOUNT_KEY: JsonSetting.pipe(FcmAccount).optional(),
  /** Address of Firebase Cloud Messaging. */
  FCM_URL: z.url().default('https://fcm.googleapis.com'),
  /** Address of the Apple Push Notification service. */
  APNS_URL: z.url().default('https://api.push.apple.com'),
  /** Signing key of APNs: the content of the .p8 file. */
  APNS_KEY: z.string().optional(),
  /** Identifier of the signing key. */
  APNS_KEY_ID: z.string().optional(),
  /** Identifier of the team in Apple's developer program. */
  APNS_TEAM_ID: z.string().optional(),
  /** Bundle identifier of the app. */
  APNS_TOPIC: z.string().optional(),
} as const;

const Carriers = z.object(carrierSettings);
export type CarrierSettings = z.output<typeof Carriers>;
type Name = keyof CarrierSettings;

const required: { [sender: string]: Name[] } = {
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_KEY_SID', 'TWILIO_KEY_SECRET', 'TWILIO_FROM'],
  smtp: ['SMTP_URL', 'EMAIL_FROM'],
};
const ofApns: Name[] = ['APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_TOPIC'];

export function missingCarrierSettings(config: CarrierSettings): Name[] {
  const { SMS_SENDER: sms = '', EMAIL_SENDER: email = '', PUSH_SENDER: push } = config;
  const ofPush: Name[] = [
    ...(config.FCM_ACCOUNT_KEY || config.APNS_KEY ? [] : (['FCM_ACCOUNT_KEY'] as const)),
    ...(config.APNS_KEY ? ofApns : []),
  ];
  const needed = [...(required[sms] ?? []), ...(required[email] ?? []), ...(push === 'push_services' ? ofPush : [])];
  return needed.filter((name) => config[name] === undefined);
}
