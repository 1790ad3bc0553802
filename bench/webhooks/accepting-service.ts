import { actorVerifier, identityKeys } from '@trust/service-kit/actors/actor';
import { baseApp } from '@trust/service-kit/app';
import { openDb } from '@trust/service-kit/database/db';
import { capacityByRoute, monitorLoad } from '@trust/service-kit/http/overload';
import { listen } from '@trust/service-kit/listen';
import { bufferedOutput, openLog } from '@trust/service-kit/observability/log';
import { createHttpApp } from '@trust/service-kit/serve';
import type { App } from '../../services/webhooks/src/app.ts';
import type { DB } from '../../services/webhooks/src/db/schema.ts';
import { openInboundStore } from '../../services/webhooks/src/inbound/receiving/inbound-store.ts';
import { webhookSecrets } from '../../services/webhooks/src/inbound/receiving/webhook-secrets.ts';
import { routes } from '../../services/webhooks/src/routes.ts';
import type { Started } from './bare-express.ts';

// The HTTP side of the webhooks service, as in production: what it stores waits in the outbox.
export type Arguments = [url: string, secret: string, gatewaySecret: string];
const [url, secret, gatewaySecret] = process.argv.slice(2) as Arguments;
const db = openDb<DB>({ url });
const base = baseApp(db, { cursorSecret: 'a secret that is only for the benchmark, long enough' });
const secrets = webhookSecrets({ stripe: [secret] }, { secret: 'a secret of the benchmark', hasSandbox: false });
const app = {
  ...base,
  publicUrl: 'http://trust.test',
  webhookSecrets: secrets,
  storeInbound: openInboundStore(base, secrets.contentKeys).store,
} as unknown as App;
const http = createHttpApp({
  service: 'webhooks',
  routes,
  app,
  db,
  now: app.now,
  limits: app.limits,
  secret: gatewaySecret,
  gatewaySecret,
  verifyActor: actorVerifier(identityKeys('http://127.0.0.1:1'), app.now),
  assignmentsOf: async (actor) => actor.assignments,
  holdsStepUp: async () => false,
  log: openLog('webhooks', 'info', bufferedOutput('/dev/null')),
  publicUrl: app.publicUrl,
  capacity: capacityByRoute(monitorLoad(db.pool), { MAX_IN_FLIGHT: 200, MAX_STREAMS: 50 }),
  strict: false,
  ready: {},
  openapi: () => ({}),
});
const { server } = await listen(http, 0, '127.0.0.1');
process.on('message', () => process.send?.([(server.address() as { port: number }).port] satisfies Started));
process.once('SIGINT', () => process.exit());
process.send?.([]);
