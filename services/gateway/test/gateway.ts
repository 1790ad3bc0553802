import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalSecretHeader } from '@trust/contracts/actor';
import { apiBase } from '@trust/contracts/api-base';
import type { OpenApiDocument } from '@trust/openapi/fragment';
import { closeServer, type HttpTimeouts, listen } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import { internalSecret } from '@trust/service-testing/gateway';
import { type Gateway, gatewayHttp } from '../src/app.ts';
import { services } from '../src/config.ts';
import { routesOf } from '../src/contract/routing.ts';
import { restoreClosure } from '../src/edge/restore-closure.ts';
import { handleUnparsableRequests } from '../src/edge/unparsable-requests.ts';
import { openSessions } from '../src/sessions/session.ts';
import { Upstream, type UpstreamOptions } from '../src/upstreams/upstream.ts';

export const assertion = 'the.actor.assertion';
export const portal = 'https://portal.example.test';
/** The only token that identity accepts. */
export const token = 'the-token-of-a-session-0123456789';

type Options = Partial<
  Pick<
    Gateway,
    | 'deadline'
    | 'minimumRate'
    | 'hosts'
    | 'publicReads'
    | 'requestsPerMinute'
    | 'addresses'
    | 'trustedProxies'
    | 'load'
    | 'portals'
    | 'isDevelopment'
  >
> &
  UpstreamOptions & {
    httpTimeouts?: HttpTimeouts;
    assertion?: string;
    /** Replaces the server that `respond` is for. */
    urls?: string[];
    /** Replaces the stand-in of the website. */
    websiteUrl?: string;
    respondPage?: RequestListener;
  };

/** Starts the gateway with plain servers. `seen` has the requests to the service, `pages` those to the website. */
export async function startGateway(
  operations: Record<string, object>,
  respond: RequestListener,
  {
    httpTimeouts,
    urls,
    maxInFlight,
    maxStreams,
    halfOpenAfter,
    websiteUrl,
    respondPage = servePage,
    ...options
  }: Options = {},
) {
  const seen: IncomingMessage[] = [];
  let lookUps = 0;
  let identityStatus = 200;
  let mayCache = true;
  let onLookUp = () => {};
  const identity = await plainServer((request, response) => {
    lookUps += 1;
    onLookUp();
    const isGateway = request.headers[internalSecretHeader] === internalSecret;
    const isKnown = request.url === `/internal/sessions/${hash('sha256', token)}`;
    response.statusCode = !isGateway ? 401 : isKnown ? identityStatus : 404;
    response.end(JSON.stringify({ assertion: options.assertion ?? assertion, sessionId: 's', userId: 'u', mayCache }));
  });
  const service = await plainServer((request, response) => {
    seen.push(request);
    respond(request, response);
  });

  const pages: IncomingMessage[] = [];
  const website = await plainServer((request, response) => {
    pages.push(request);
    respondPage(request, response);
  });

  const contract = contractOf(operations);
  const routes = routesOf(contract, options.publicReads);
  let clock = 0;
  let isComplete = true;
  const log = openLog('gateway', 'silent');
  const restore = restoreClosure(log);
  const identityUpstream = new Upstream('identity', { urls: [identity.url], secret: internalSecret });
  const sessions = openSessions({ identity: identityUpstream, now: () => clock });
  const limits = {
    ...(maxInFlight && { maxInFlight }),
    ...(maxStreams && { maxStreams }),
    ...(halfOpenAfter && { halfOpenAfter }),
  };
  const upstream = new Upstream('provider', { urls: urls ?? [service.url], secret: internalSecret }, limits);
  const websiteUpstream = new Upstream(
    'website',
    { urls: [websiteUrl ?? website.url], secret: internalSecret },
    limits,
  );
  const http = gatewayHttp({
    website: websiteUpstream,
    websiteSecret: internalSecret,
    contract: { current: () => contract, isComplete: () => isComplete },
    restore,
    routes: () => routes,
    sessions,
    upstreams: Object.fromEntries(services.map((name) => [name, upstream])) as Gateway['upstreams'],
    ready: {},
    requestsPerMinute: 1_000_000,
    trustedProxies: [],
    load: { isOverloaded: () => false },
    maxInFlight: maxInFlight ?? 256,
    publicUrl: 'http://trust.test',
    contactEmail: undefined,
    hosts: [],
    publicReads: 'anonymous',
    portals: [portal],
    log,
    minimumRate: { bytesPerSecond: 16_384, grace: 5000 },
    deadline: 10_000,
    ...options,
  });
  const { server, url } = await listen(http, 0, '127.0.0.1', httpTimeouts);
  handleUnparsableRequests(server);
  return {
    url,
    seen,
    pages,
    website,
    sessions,
    identity,
    service,
    upstream,
    lookUps: () => lookUps,
    /** Runs before identity responds. */
    onLookUp: (listener: () => void) => {
      onLookUp = listener;
    },
    forbidCaching: () => {
      mayCache = false;
    },
    revoke: () => {
      identityStatus = 404;
    },
    /** The body stays that of a valid session. */
    setIdentityStatus: (status: number) => {
      identityStatus = status;
    },
    restore,
    /** Whether every service has responded since the start. */
    setComplete: (value: boolean) => {
      isComplete = value;
    },
    advanceClock: (milliseconds: number) => {
      clock += milliseconds;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([closeServer(server), identity.close(), service.close(), website.close()]);
      await Promise.all([upstream, identityUpstream, websiteUpstream].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

const servePage: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'public, max-age=0');
  response.end('<h1>A page</h1>');
};

function contractOf(operations: Record<string, object>): OpenApiDocument {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, more] of Object.entries(operations)) {
    const [method = '', given = ''] = name.split(' ');
    const path = /^\/(api\/v1|\.well-known|dev)\//.test(given) ? given : `${apiBase}${given}`;
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { 'x-service': 'provider', 'x-access': 'public', ...more },
    };
  }
  return { openapi: '3.1.0', info: { title: 't', version: '1', description: '' }, paths } as OpenApiDocument;
}

export async function plainServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
