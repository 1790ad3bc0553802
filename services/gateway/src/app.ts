import { Problem } from '@trust/service-kit/http/problem';
import { problemHandler, requestIdOf } from '@trust/service-kit/http/problem-handler';
import { checkReadiness, type ReadyCheck } from '@trust/service-kit/listen';
import type { Log } from '@trust/service-kit/observability/log';
import { recordRequest } from '@trust/service-kit/observability/meter';
import { continueTrace, SpanKind, withSpan } from '@trust/service-kit/observability/telemetry';
import { type LoadMonitor, shedLoad } from '@trust/service-kit/overload';
import express, { type Express, type RequestHandler } from 'express';
import type { PublicReads, ServiceName } from './config.ts';
import type { AddressExchange } from './edge/address-exchange.ts';
import { openToPagesOf } from './edge/browsers.ts';
import { keepPrivate, onlySignedIn } from './edge/closed-reads.ts';
import { onlyKnownHosts } from './edge/known-hosts.ts';
import { limitedByAddress } from './edge/limited-by-address.ts';
import { credentialOf } from './edge/portal-cookie.ts';
import { securityHeaders } from './edge/security-headers.ts';
import { publishedPages } from './pages/published-pages.ts';
import { compress } from './proxy/compress.ts';
import type { LiveContract } from './proxy/live-contract.ts';
import { forward } from './proxy/proxy.ts';
import type { MinimumRate } from './proxy/request-timeout.ts';
import type { Operation, Routes } from './proxy/routing.ts';
import type { Sessions } from './proxy/session.ts';
import type { Upstream } from './proxy/upstream.ts';

export type Gateway = {
  contract: Pick<LiveContract, 'current'>;
  routes: () => Routes;
  sessions: Sessions;
  upstreams: Record<ServiceName, Upstream>;
  ready: Record<string, ReadyCheck>;
  requestsPerMinute: number;
  /** Where the replicas of the gateway tell each other who sends how much; without it each counts alone. */
  addresses?: AddressExchange;
  /** Addresses or networks of the load balancers in front: only what they say of an address is believed. */
  trustedProxies: string[];
  load: Pick<LoadMonitor, 'isOverloaded'>;
  publicUrl: string;
  publicReads: PublicReads;
  /** Names besides those of `publicUrl` and of this machine that a request may be for. */
  hosts: readonly string[];
  /** Origins of the pages that may change something with a session in a cookie. */
  portals: readonly string[];
  log: Log;
  minimumRate: MinimumRate;
  /** Milliseconds within which every request is answered (promise L4). */
  deadline: number;
};

/** The edge: health, the contract, and everything that the contract lists. */
export function gatewayHttp(gateway: Gateway): Express {
  const http = express().disable('x-powered-by').disable('etag').set('query parser', false);
  http.set('trust proxy', gateway.trustedProxies);
  http.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  http.get('/readyz', async (_request, response) => {
    const { ready, checks } = await checkReadiness(gateway.ready);
    if (!ready) response.setHeader('Retry-After', '1');
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', checks });
  });
  http.use(
    announced(gateway),
    onlyKnownHosts(gateway.publicUrl, gateway.hosts),
    openToPagesOf(gateway.portals, gateway.routes),
  );
  // Of each service so many requests are under way at most; that bounds them all.
  http.use(
    shedLoad(gateway.load, Number.POSITIVE_INFINITY),
    limitedByAddress(gateway.requestsPerMinute, gateway.addresses),
  );
  http.use(passOn(gateway));
  if (gateway.publicReads === 'session') http.use(onlySignedIn(gateway));
  http.use(compress, publishedPages(gateway.publicUrl, gateway.contract.current), noSuchRoute);
  http.use(problemHandler(gateway));
  return http;
}

function announced({ log, deadline }: Gateway): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const requestId = requestIdOf(request.headers);
    response.locals.requestId = requestId;
    response.locals.until = started + deadline;
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    response.on('finish', () => {
      // Whoever has the answer already and goes on sending may do so for a while, but not for as long as he likes (promise I6).
      if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), deadline).unref();
      const operation = response.locals.operation as Operation | undefined;
      log.info(
        {
          requestId,
          route: operation?.name ?? 'none',
          status: response.statusCode,
          ms: Math.round(performance.now() - started),
        },
        'request',
      );
      recordRequest(operation?.name ?? 'none', response.statusCode, performance.now() - started);
    });
    next();
  };
}

function passOn({ routes, sessions, upstreams, portals, minimumRate }: Gateway): RequestHandler {
  return async (request, response, next) => {
    const { operation, allowed } = routes().find(request.method, request.path);
    if (!operation) {
      if (allowed.length === 0) return next();
      throw new Problem('method-not-allowed', undefined, { headers: { Allow: allowed.join(', ') } });
    }
    response.locals.operation = operation;
    if (operation.cacheable) compress(request, response, () => {});
    if (operation.closedRead) keepPrivate(response);
    await continueTrace(request.headers, () =>
      withSpan(
        {
          name: operation.name,
          kind: SpanKind.SERVER,
          attributes: { 'http.route': operation.name.slice(operation.name.indexOf(' ') + 1) },
        },
        async () => {
          const { authorization, cookie } = credentialOf(request, operation, portals);
          const upstream = upstreams[operation.service];
          upstream.refuseIfFull(operation.bulkhead);
          const assertion = operation.session
            ? await sessions.assertionFor(authorization, { fresh: operation.privileged })
            : undefined;
          const { requestId, until } = response.locals as { requestId: string; until: number };
          try {
            await forward(request, response, upstream, operation, { requestId, assertion, cookie, until }, minimumRate);
          } finally {
            if (operation.changesSession) sessions.drop(authorization);
          }
        },
      ),
    );
  };
}

const noSuchRoute: RequestHandler = () => {
  throw new Problem('not-found', {
    en: 'No such route. See /docs or /api/v1/openapi.json for all routes.',
    fr: 'Cette route n’existe pas. Consultez /docs ou /api/v1/openapi.json pour la liste des routes.',
  });
};
