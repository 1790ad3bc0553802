import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { receivePaymentWebhook } from './inbound/sources/receive-payment-webhook.ts';
import { receiveStorageWebhook } from './inbound/sources/receive-storage-webhook.ts';
import { receiveTwilioWebhook } from './inbound/sources/receive-twilio-webhook.ts';
import { receiveWhatsappWebhook } from './inbound/sources/receive-whatsapp-webhook.ts';
import { verifyWhatsappWebhook } from './inbound/sources/verify-whatsapp-webhook.ts';
import { createDevice } from './notifications/devices/create-device.ts';
import { deleteDevice } from './notifications/devices/delete-device.ts';
import { listNotifications } from './notifications/inbox/list-notifications.ts';
import { readAllNotifications } from './notifications/inbox/read-all-notifications.ts';
import { readNotification } from './notifications/inbox/read-notification.ts';
import { getNotificationPreferences } from './notifications/preferences/get-notification-preferences.ts';
import { putNotificationPreferences } from './notifications/preferences/put-notification-preferences.ts';
import { cancelPaymentIntent } from './payments/intents/cancel-payment-intent.ts';
import { createPaymentIntent } from './payments/intents/create-payment-intent.ts';
import { getPaymentIntent } from './payments/intents/get-payment-intent.ts';
import { getSubscriptionStatus } from './payments/intents/get-subscription-status.ts';
import { listAccountPayments } from './payments/intents/list-account-payments.ts';
import { listPlans } from './payments/plans/list-plans.ts';
import { listMailbox } from './sending/mailbox/list-mailbox.ts';

export const routes = {
  getSubscriptionStatus,
  listPlans,
  listNotifications,
  readNotification,
  readAllNotifications,
  createPaymentIntent,
  getPaymentIntent,
  cancelPaymentIntent,
  listAccountPayments,
  receivePaymentWebhook,
  receiveTwilioWebhook,
  receiveWhatsappWebhook,
  verifyWhatsappWebhook,
  receiveStorageWebhook,
  createDevice,
  deleteDevice,
  getNotificationPreferences,
  putNotificationPreferences,
} satisfies Routes<App>;

/** The mailbox shows codes to everyone. */
export const developmentRoutes = { listMailbox } satisfies Routes<App>;
