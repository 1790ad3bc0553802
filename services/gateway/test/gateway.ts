import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalSecretHeader } from '@trust/contracts/actor';
import { apiBase } from '@trust/contracts/api-base';
import type { OpenApiDocument } from '@trust/service-kit/http/openapi';
import { closeServer, type HttpTimeouts, listen } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import { internalSecret } from '@trust/service-testing/gateway';
import { type Gateway, gatewayHttp } from '../src/app.ts';
import { services } from '../src/config.ts';
import { answerUnreadable } from '../src/edge/unreadable.ts';
import { routesOf } from '../src/proxy/routing.ts';
import { openSessions } from '../src/proxy/session.ts';
import { Upstream, type UpstreamOptions } from '../src/proxy/upstream.ts';

export const assertion = 'the.actor.assertion';
export const portal = 'https://portal.example.test';
export const token = 'a-token-that-identity-knows-0123456789';

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
  >
> &
  UpstreamOptions & {
    patience?: HttpTimeouts;
    /** What identity says of every session. */
    assertion?: string;
    /** Where the service is, if not where `answer` answers. */
    urls?: string[];
  };

/** Identity and one service as plain servers, which show what the gateway sends; in front of them the real gateway. */
export async function startGateway(
  operations: Record<string, object>,
  answer: RequestListener,
  { patience, urls, maxInFlight, maxStreams, halfOpenAfter, ...options }: Options = {},
) {
  const seen: IncomingMessage[] = [];
  let lookUps = 0;
  let known = true;
  let mayCache = true;
  let whenAsked = () => {};
  const identity = await plainServer((request, response) => {
    lookUps += 1;
    whenAsked();
    const isGateway = request.headers[internalSecretHeader] === internalSecret;
    response.statusCode = !isGateway ? 401 : known ? 200 : 404;
    response.end(JSON.stringify({ assertion: options.assertion ?? assertion, sessionId: 's', userId: 'u', mayCache }));
  });
  const service = await plainServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });

  const contract = contractOf(operations);
  const routes = routesOf(contract, options.publicReads);
  let clock = 0;
  const identityUpstream = new Upstream({ urls: [identity.url], secret: internalSecret });
  const sessions = openSessions({ identity: identityUpstream, now: () => clock });
  const limits = {
    ...(maxInFlight && { maxInFlight }),
    ...(maxStreams && { maxStreams }),
    ...(halfOpenAfter && { halfOpenAfter }),
  };
  const upstream = new Upstream({ urls: urls ?? [service.url], secret: internalSecret }, limits);
  const http = gatewayHttp({
    contract: { current: () => contract },
    routes: () => routes,
    sessions,
    upstreams: Object.fromEntries(services.map((name) => [name, upstream])) as Gateway['upstreams'],
    ready: {},
    requestsPerMinute: 1_000_000,
    trustedProxies: [],
    load: { isOverloaded: () => false },
    publicUrl: 'http://trust.test',
    hosts: [],
    publicReads: 'anonymous',
    portals: [portal],
    log: openLog('gateway', 'silent'),
    minimumRate: { bytesPerSecond: 16_384, grace: 5000 },
    deadline: 10_000,
    ...options,
  });
  const { server, url } = await listen(http, 0, '127.0.0.1', patience);
  answerUnreadable(server);
  return {
    url,
    seen,
    sessions,
    identity,
    service,
    upstream,
    lookUps: () => lookUps,
    /** While identity is being asked. */
    onLookUp: (listener: () => void) => {
      whenAsked = listener;
    },
    /** Identity says from now on that the session is not to be cached. */
    forbidCaching: () => {
      mayCache = false;
    },
    revoke: () => {
      known = false;
    },
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([closeServer(server), identity.close(), service.close()]);
      await Promise.all([upstream, identityUpstream].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

function contractOf(operations: Record<string, object>): OpenApiDocument {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, more] of Object.entries(operations)) {
    const [method = '', written = ''] = name.split(' ');
    const path = /^\/(api\/v1|\.well-known|dev)\//.test(written) ? written : `${apiBase}${written}`;
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { 'x-service': 'provider', 'x-access': 'public', ...more },
    };
  }
  return { openapi: '3.1.0', info: { title: 't', version: '1' }, paths } as OpenApiDocument;
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
