import { openapiFragment } from '@trust/openapi/fragment';
import { throttle } from '@trust/service-kit/loop';
import { runService } from '@trust/service-kit/run-service';
import { sealingKey } from '@trust/service-kit/sealing/seal';
import type { App } from './app.ts';
import { Config } from './config.ts';
import { measureQueue } from './deliveries/delivery-metrics.ts';
import { startDeliveries } from './deliveries/delivery-worker.ts';
import { pruneParkedContent } from './deliveries/parked.ts';
import { startTokenRotation } from './devices/rotate-tokens.ts';
import { openTokenVault } from './devices/token-vault.ts';
import { openInboundStore } from './inbound/inbound-store.ts';
import { pruneInbound } from './inbound/queries.ts';
import { webhookSecrets } from './inbound/webhook-secrets.ts';
import { startReconciliation } from './ledger/reconciliation-job.ts';
import { openerOf } from './messages/sealed-content.ts';
import { pruneNotifications } from './notifications/queries.ts';
import { configuredPayments } from './payments/configured-payments.ts';
import { startPayments } from './payments/payment-worker.ts';
import { developmentRoutes, routes } from './routes.ts';
import { openSenders } from './senders/open-senders.ts';
import { subscriptions } from './subscriptions.ts';

await runService({
  service: 'webhooks',
  config: Config,
  routes,
  developmentRoutes,
  openapi: openapiFragment,
  subscriptions,
  app: async (base, { config, log, bus, running }): Promise<App> => {
    const parts = {
      ...base,
      openSealed: await openerOf(config.SEAL_PRIVATE_KEY),
      publicUrl: config.PUBLIC_URL,
      appUrl: config.APP_URL,
      webhookSecrets: webhookSecrets(config.WEBHOOK_SECRETS, {
        secret: config.CURSOR_SECRET,
        hasSandbox: config.PAYMENT_PROVIDER === 'sandbox',
      }),
      tokens: openTokenVault([config.PUSH_TOKEN_SECRET, ...config.PUSH_TOKEN_OLD_SECRETS]),
      paymentKey: sealingKey(config.CURSOR_SECRET, 'payment'),
    };
    const inbound = running.use(openInboundStore(parts, parts.webhookSecrets.contentKey));
    // The relay of the replica that leads sends them.
    inbound.onCommit(throttle(5, () => bus.healthy() && bus.nc.publish('wake.webhooks')));
    return { ...parts, storeInbound: inbound.store, payments: configuredPayments(config, parts, log) };
  },
  pruning: () => [pruneNotifications, pruneParkedContent, ...pruneInbound],
  start: (app, { config, db, log, running }) => {
    const senders = running.use(openSenders(config, db, app.now));
    running.use(startDeliveries({ app, senders, log }));
    running.use(startTokenRotation(app, log));
    running.use(measureQueue(app));
    running.use(startPayments(app, log));
    running.use(startReconciliation(app, log));
  },
});
