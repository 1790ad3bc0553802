import type { ServiceConfig } from '@trust/service-kit/config';
import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { listMailbox } from './mailbox/list-mailbox.ts';
import { getSubscriptionStatus } from './payments/get-subscription-status.ts';

export const routes = { getSubscriptionStatus } satisfies Routes<App>;

/** The mailbox shows codes to everyone: development only. */
export function routesFor(mode: ServiceConfig['TRUST_MODE']): Routes<App> {
  return mode === 'development' ? { ...routes, listMailbox } : routes;
}
