import { openapiFragment } from '@trust/openapi/fragment';
import { throttle } from '@trust/service-kit/loop';
import { runService } from '@trust/service-kit/run-service';
import { sealingKeys } from '@trust/service-kit/sealing/seal';
import { listOf, secretOf } from '@trust/service-kit/sealing/secret';
import type { App } from './app.ts';
import { Config } from './config.ts';
import { measureQueue } from './deliveries/delivery-metrics.ts';
import { pruneParkedContent } from './deliveries/parked.ts';
import { openerOf } from './deliveries/sealed-content.ts';
import { openInboundStore } from './inbound/receiving/inbound-store.ts';
import { pruneInbound } from './inbound/receiving/queries.ts';
import { webhookSecrets } from './inbound/receiving/webhook-secrets.ts';
import { postTo, sandboxWebhook } from './inbound/sources/sandbox-webhook.ts';
import { startTokenRotation } from './notifications/devices/rotate-tokens.ts';
import { openTokenVault } from './notifications/devices/token-vault.ts';
import { pruneNotifications } from './notifications/inbox/queries.ts';
import { configuredPayments } from './payments/adapters/configured-payments.ts';
import { startReconciliation } from './payments/reconciliation/reconciliation-job.ts';
import { startPayments } from './payments/settlement/payment-worker.ts';
import { developmentRoutes, routes } from './routes.ts';
import { openSenders } from './sending/senders/open-senders.ts';
import { startDeliveries } from './sending/worker/delivery-worker.ts';
import { subscriptions } from './subscriptions.ts';

await runService({
  service: 'webhooks',
  config: Config,
  routes,
  developmentRoutes,
  openapi: openapiFragment,
  subscriptions,
  app: async (base, { config, log, bus, running }): Promise<App> => {
    const secret = secretOf(config.CURSOR_SECRET, config.CURSOR_SECRET_ACCEPTED);
    const parts = {
      ...base,
      openSealed: await openerOf(config.SEAL_PRIVATE_KEY, ...listOf(config.SEAL_PRIVATE_KEY_ACCEPTED)),
      publicUrl: config.PUBLIC_URL,
      appUrl: config.APP_URL,
      webhookSecrets: webhookSecrets(config.WEBHOOK_SECRETS, {
        secret,
        hasSandbox: config.PAYMENT_PROVIDER === 'sandbox',
      }),
      tokens: openTokenVault([config.PUSH_TOKEN_SECRET, ...config.PUSH_TOKEN_OLD_SECRETS]),
      paymentKeys: sealingKeys(secret, 'payment'),
    };
    const inbound = running.use(openInboundStore(parts, parts.webhookSecrets.contentKeys));
    // The relay of the replica that leads sends them.
    inbound.onCommit(throttle(5, () => bus.healthy() && bus.nc.publish('wake.webhooks')));
    const [sandboxSecret = ''] = parts.webhookSecrets.of('sandbox');
    const notify = sandboxWebhook(sandboxSecret, base.now, postTo(config.PUBLIC_URL), log);
    return { ...parts, storeInbound: inbound.store, payments: configuredPayments(config, base, notify) };
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
