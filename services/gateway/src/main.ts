import committed from '@trust/contracts/openapi.json' with { type: 'json' };
import type { OpenApiDocument } from '@trust/openapi/fragment';
import { openBus } from '@trust/service-kit/bus/bus';
import { followClock } from '@trust/service-kit/clock';
import { readConfig } from '@trust/service-kit/config';
import { monitorLoad } from '@trust/service-kit/http/overload';
import { closeServer, listen, waitForShutdown } from '@trust/service-kit/listen';
import { startLoop } from '@trust/service-kit/loop';
import { openLog } from '@trust/service-kit/observability/log';
import { startTelemetry } from '@trust/service-kit/observability/start-telemetry';
import { secretOf } from '@trust/service-kit/sealing/secret';
import { certificateOf, trustOwnCa } from '@trust/service-kit/tls/certificates';
import { gatewayHttp } from './app.ts';
import { Config, endpointOf, type ServiceName, services } from './config.ts';
import { liveContract } from './contract/live-contract.ts';
import { routesOf } from './contract/routing.ts';
import { addressExchange } from './edge/address-exchange.ts';
import { restoreClosure } from './edge/restore-closure.ts';
import { handleUnparsableRequests } from './edge/unparsable-requests.ts';
import { followIdentity } from './sessions/follow-identity.ts';
import { openSessions } from './sessions/session.ts';
import { requiredAtStart } from './upstreams/readiness.ts';
import { Upstream } from './upstreams/upstream.ts';

const config = readConfig(Config);
trustOwnCa(config);
using _clock = followClock();
const log = openLog('gateway', config.LOG_LEVEL);
await using _telemetry = await startTelemetry('gateway', { slowMs: config.TRACE_SLOWER_THAN_MS });
await using bus = await openBus({
  url: config.NATS_URL,
  name: 'gateway',
  password: secretOf(config.NATS_PASSWORD, config.NATS_PASSWORD_ACCEPTED),
  log,
});

const slots = { maxInFlight: config.MAX_IN_FLIGHT, maxStreams: config.MAX_STREAMS };
const upstreams = Object.fromEntries(
  services.map((service) => [service, new Upstream(service, endpointOf(config, service), slots)]),
) as Record<ServiceName, Upstream>;
const website = new Upstream('website', endpointOf(config, 'website'), slots);
const everyUpstream = [...Object.values(upstreams), website];
const sessions = openSessions({ identity: upstreams.identity, now: () => performance.now() });
followIdentity(bus, sessions);

const restore = restoreClosure(log);
let routes = routesOf(committed as unknown as OpenApiDocument, config.PUBLIC_READS);
const contract = liveContract({
  upstreams,
  committed: committed as unknown as OpenApiDocument,
  log,
  onChange: (changed) => {
    routes = routesOf(changed, config.PUBLIC_READS);
  },
  onRestore: restore.note,
});
// Services deploy independently, so their fragments can change at any time. The gateway is ready when it has all.
const refreshing = startLoop(log, 'Contract refresh failed and restarts', async ({ sleep }) => {
  await contract.refresh();
  await sleep(contract.isComplete() && !restore.isClosed() ? 2000 : 200);
});

// A replica that shuts down must get no more requests before it closes.
const probing = setInterval(() => everyUpstream.map((upstream) => upstream.probe()), 1000);

let isStopping = false;
using load = monitorLoad();
const gateway = gatewayHttp({
  contract,
  restore,
  routes: () => routes,
  sessions,
  upstreams,
  website,
  websiteSecret: secretOf(config.WEBSITE_INTERNAL_SECRET, config.WEBSITE_INTERNAL_SECRET_ACCEPTED),
  trustedProxies: config.TRUSTED_PROXIES,
  load,
  maxInFlight: config.MAX_IN_FLIGHT,
  requestsPerMinute: config.EDGE_REQUESTS_PER_MINUTE,
  addresses: addressExchange(bus),
  publicUrl: config.PUBLIC_URL,
  hosts: config.EDGE_HOSTS,
  contactEmail: config.CONTACT_EMAIL,
  publicReads: config.PUBLIC_READS,
  isDevelopment: config.TRUST_MODE === 'development',
  isOpenToNetwork: config.LAN_ADDRESS !== undefined,
  portals: config.PORTAL_ORIGINS,
  log,
  minimumRate: { bytesPerSecond: config.EDGE_UPLOAD_BYTES_PER_SECOND, grace: config.EDGE_UPLOAD_GRACE_MS },
  deadline: 10_000,
  ready: {
    ...Object.fromEntries(services.map((service) => [service, requiredAtStart(() => upstreams[service].probe())])),
    // The API answers without pages.
    website: async () => ((await website.probe()) ? undefined : 'degraded'),
    contract: requiredAtStart(() => contract.isComplete()),
    events: requiredAtStart(() => bus.healthy()),
    restore: async () => (restore.isClosed() ? 'degraded' : undefined),
    running: async () => {
      if (isStopping) throw new Error('stopping');
    },
  },
});
const hosts = [config.HOST, ...(config.LAN_ADDRESS === undefined ? [] : [config.LAN_ADDRESS])];
const certificate = certificateOf(config);
const servers = await Promise.all(
  hosts.map(async (host) => (await listen(gateway, config.PORT, host, { certificate })).server),
);
for (const server of servers) handleUnparsableRequests(server);
log.info({ port: config.PORT }, 'Server is listening');
await waitForShutdown(config.SHUTDOWN_DEADLINE_MS);
isStopping = true;
await Promise.all(servers.map((server) => closeServer(server, config.SHUTDOWN_WAIT_MS)));
clearInterval(probing);
await refreshing[Symbol.asyncDispose]();
await Promise.all(everyUpstream.map((upstream) => upstream[Symbol.asyncDispose]()));
