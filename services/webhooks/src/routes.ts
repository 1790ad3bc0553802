import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { createDevice } from './devices/create-device.ts';
import { deleteDevice } from './devices/delete-device.ts';
import { receivePaymentWebhook } from './inbound/receive-payment-webhook.ts';
import { receiveStorageWebhook } from './inbound/receive-storage-webhook.ts';
import { receiveTwilioWebhook } from './inbound/receive-twilio-webhook.ts';
import { receiveWhatsappWebhook } from './inbound/receive-whatsapp-webhook.ts';
import { verifyWhatsappWebhook } from './inbound/verify-whatsapp-webhook.ts';
import { listMailbox } from './mailbox/list-mailbox.ts';
import { listNotifications } from './notifications/list-notifications.ts';
import { readAllNotifications } from './notifications/read-all-notifications.ts';
import { readNotification } from './notifications/read-notification.ts';
import { cancelPaymentIntent } from './payments/cancel-payment-intent.ts';
import { createPaymentIntent } from './payments/create-payment-intent.ts';
import { getPaymentIntent } from './payments/get-payment-intent.ts';
import { getSubscriptionStatus } from './payments/get-subscription-status.ts';
import { listAccountPayments } from './payments/list-account-payments.ts';
import { getNotificationPreferences } from './preferences/get-notification-preferences.ts';
import { putNotificationPreferences } from './preferences/put-notification-preferences.ts';

export const routes = {
  getSubscriptionStatus,
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
