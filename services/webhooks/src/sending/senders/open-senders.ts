import type { Db } from '../../app.ts';
import { apnsSender } from './apns-sender.ts';
import type { CarrierSettings } from './carrier-settings.ts';
import { fcmSender } from './fcm-sender.ts';
import { mailboxSender } from './mailbox-sender.ts';
import type { Senders } from './message-sender.ts';
import { smtpSender } from './smtp-sender.ts';
import { twilioSender } from './twilio-sender.ts';

type Settings = CarrierSettings & { TRUST_MODE: 'development' | 'production'; PUBLIC_URL: string };

/** The carriers of the settings, which `Config` has checked. */
export function openSenders(config: Settings, db: Db, now: () => Date): Senders & Disposable {
  const stack = new DisposableStack();
  const isDevelopment = config.TRUST_MODE === 'development';
  const other = isDevelopment ? mailboxSender(db, now) : { send: async () => ({ refused: 'no_carrier' }) };
  const hasPush = config.PUSH_SENDER === 'push_services';
  const senders = {
    sms: config.SMS_SENDER === 'twilio' ? twilioSender(twilioOf(config), now) : other,
    email: config.EMAIL_SENDER === 'smtp' ? stack.use(smtpSender(smtpOf(config))) : other,
    fcm: hasPush && config.FCM_ACCOUNT_KEY ? fcmSender(config.FCM_ACCOUNT_KEY, config.FCM_URL) : other,
    apns: hasPush && config.APNS_KEY ? stack.use(apnsSender(apnsOf(config))) : other,
  };
  return Object.assign(senders, { [Symbol.dispose]: () => stack.dispose() });
}

function twilioOf(config: Settings) {
  const { TWILIO_ACCOUNT_SID = '', TWILIO_KEY_SID = '', TWILIO_KEY_SECRET = '', TWILIO_FROM = '' } = config;
  // Twilio reports to public addresses only.
  const isPublic = config.PUBLIC_URL.startsWith('https:');
  return {
    url: config.TWILIO_URL,
    accountSid: TWILIO_ACCOUNT_SID,
    keySid: TWILIO_KEY_SID,
    keySecret: TWILIO_KEY_SECRET,
    from: TWILIO_FROM,
    ...(isPublic && { statusCallback: new URL('/api/v1/webhooks/twilio', config.PUBLIC_URL).href }),
  };
}

function smtpOf({ SMTP_URL = '', EMAIL_FROM = '', TRUST_MODE }: Settings) {
  return { url: SMTP_URL, from: EMAIL_FROM, requireTls: TRUST_MODE === 'production' };
}

function apnsOf({ APNS_URL, APNS_KEY = '', APNS_KEY_ID = '', APNS_TEAM_ID = '', APNS_TOPIC = '' }: Settings) {
  return { url: APNS_URL, key: APNS_KEY, keyId: APNS_KEY_ID, teamId: APNS_TEAM_ID, topic: APNS_TOPIC };
}
