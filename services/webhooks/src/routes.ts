import type { ServiceConfig } from '@trust/service-kit/config';
import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { listMailbox } from './mailbox/list-mailbox.ts';
import { listNotifications } from './notifications/list-notifications.ts';
import { readAllNotifications } from './notifications/read-all-notifications.ts';
import { readNotification } from './notifications/read-notification.ts';
import { getSubscriptionStatus } from './payments/get-subscription-status.ts';

export const routes = {
  getSubscriptionStatus,
  listNotifications,
  readNotification,
  readAllNotifications,
} satisfies Routes<App>;

/** The mailbox shows codes to everyone: development only. */
export function routesFor(mode: ServiceConfig['TRUST_MODE']): Routes<App> {
  return mode === 'development' ? { ...routes, listMailbox } : routes;
}
