import { openapiFragment } from '@trust/openapi/fragment';
import { baseApp } from '@trust/service-kit/app';
import { openBus } from '@trust/service-kit/bus/bus';
import { readConfig } from '@trust/service-kit/config';
import { openDb } from '@trust/service-kit/database/db';
import { startPruning } from '@trust/service-kit/database/prune';
import { startConsumers } from '@trust/service-kit/inbox/consume';
import { startEventFlowReports } from '@trust/service-kit/inbox/report-event-flow';
import { eventsReady } from '@trust/service-kit/listen';
import { throttle } from '@trust/service-kit/loop';
import { openLog } from '@trust/service-kit/observability/log';
import { startTelemetry } from '@trust/service-kit/observability/start-telemetry';
import { startRelay } from '@trust/service-kit/outbox/relay';
import { sealingKey } from '@trust/service-kit/sealing/seal';
import { serve } from '@trust/service-kit/serve';
import type { App } from './app.ts';
import { Config } from './config.ts';
import type { DB } from './db/schema.ts';
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
import { routesFor } from './routes.ts';
import { openSenders } from './senders/open-senders.ts';
import { subscriptions } from './subscriptions.ts';

const service = 'webhooks';
const config = readConfig(Config);
const log = openLog(service, config.LOG_LEVEL);
await using _telemetry = await startTelemetry(service);
await using db = openDb<DB>({ url: config.DATABASE_URL, directUrl: config.DATABASE_DIRECT_URL });
await using bus = await openBus({ url: config.NATS_URL, name: service, password: config.NATS_PASSWORD, log });
const base = {
  ...baseApp(db, { cursorSecret: config.CURSOR_SECRET, limits: config.RATE_LIMITS }),
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
await using inbound = openInboundStore(base, base.webhookSecrets.contentKey);
// The relay of the replica that leads sends them.
inbound.onCommit(throttle(5, () => bus.healthy() && bus.nc.publish(`wake.${service}`)));
const app: App = {
  ...base,
  storeInbound: inbound.store,
  payments: configuredPayments(config, base, log),
};

await using relay = await startRelay(db, bus, { service, log, mode: config.TRUST_MODE });
await using consumers = await startConsumers({ service, subscriptions, app, db, bus, log });
await using _reports = startEventFlowReports({ service, subscriptions, db, bus, log, now: app.now });
await using _pruning = startPruning({
  db,
  log,
  now: app.now,
  tasks: [pruneNotifications, pruneParkedContent, ...pruneInbound],
});
using senders = openSenders(config, db, app.now);
await using _deliveries = startDeliveries({ app, senders, log });
await using _rotation = startTokenRotation(app, log);
using _queue = measureQueue(app);
await using _payments = startPayments(app, log);
using _reconciliation = startReconciliation(app, log);

await serve(service, config, {
  openapi: () => openapiFragment(service, routesFor(config.TRUST_MODE)),
  routes: routesFor(config.TRUST_MODE),
  app,
  log,
  consumers,
  ready: {
    events: eventsReady(bus, relay, consumers),
  },
});
