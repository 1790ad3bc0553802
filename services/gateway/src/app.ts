import { Problem, unavailable } from '@trust/service-kit/http/problem';
import { problemHandler, requestIdOf } from '@trust/service-kit/http/problem-handler';
import { checkReadiness, type ReadyCheck } from '@trust/service-kit/listen';
import type { Log } from '@trust/service-kit/observability/log';
import { logRequest } from '@trust/service-kit/observability/request-trace';
import { type LoadMonitor, overloaded, reserveFor, shedLoad } from '@trust/service-kit/overload';
import express, { type Express, type RequestHandler } from 'express';
import type { PublicReads } from './config.ts';
import type { AddressExchange } from './edge/address-exchange.ts';
import { corsFor } from './edge/cors.ts';
import { allowKnownHosts } from './edge/known-hosts.ts';
import { limitByAddress } from './edge/limit-by-address.ts';
import { requireSession } from './edge/restricted-reads.ts';
import { securityHeaders } from './edge/security-headers.ts';
import { providerPages, verifyPages } from './pages/claims/claim-pages.ts';
import { errorPages } from './pages/error-page.ts';
import { serveMailbox } from './pages/mailbox/serve-mailbox.ts';
import { publishedPages } from './pages/published-pages.ts';
import { searchPages } from './pages/search/search-pages.ts';
import { serveTraces } from './pages/traces/serve-traces.ts';
import { compress } from './proxy/compress.ts';
import type { LiveContract } from './proxy/live-contract.ts';
import { type ProxyOptions, proxyOperations } from './proxy/proxy-operations.ts';
import type { Operation } from './proxy/routing.ts';

export type Gateway = ProxyOptions & {
  contract: Pick<LiveContract, 'current' | 'isComplete'>;
  ready: Record<string, ReadyCheck>;
  requestsPerMinute: number;
  addresses?: AddressExchange;
  trustedProxies: string[];
  load: Pick<LoadMonitor, 'isOverloaded'>;
  /** An eighth is the reserve of webhooks and privileged operations during overload (promise L3). */
  maxInFlight: number;
  publicUrl: string;
  publicReads: PublicReads;
  hosts: readonly string[];
  tracesUrl?: string | undefined;
  log: Log;
  /** Milliseconds until every request has its response (promise L4). */
  deadline: number;
};

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
    startRequest(gateway),
    allowKnownHosts(gateway.publicUrl, gateway.hosts),
    corsFor(gateway.portals, gateway.routes),
  );
  http.use(shedLessImportant(gateway), limitByAddress(gateway.requestsPerMinute, gateway.addresses));
  if (gateway.isDevelopment) http.use(serveTraces(gateway.tracesUrl));
  http.use(serveMailbox(gateway), proxyOperations(gateway));
  http.use(verifyPages(gateway.upstreams.provider));
  if (gateway.publicReads === 'session') http.use(requireSession(gateway));
  http.use(searchPages(gateway.upstreams.provider), providerPages(gateway.upstreams.provider));
  http.use(compress, publishedPages(gateway.publicUrl, gateway.contract.current), noSuchRoute(gateway));
  http.use(errorPages(), problemHandler(gateway));
  return http;
}

/** Without a limit on requests in flight: each upstream has its own. */
function shedLessImportant({ load, routes, maxInFlight }: Gateway): RequestHandler {
  const reserve = reserveFor(maxInFlight);
  return shedLoad(load, Number.POSITIVE_INFINITY, (request, response, next) => {
    const { operation } = routes().find(request.method, request.path);
    if (operation?.bulkhead !== 'important') return next(overloaded());
    reserve(request, response, next);
  });
}

function startRequest({ log, deadline }: Gateway): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const requestId = requestIdOf(request.headers);
    response.locals.requestId = requestId;
    response.locals.deadline = started + deadline;
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    const routeOf = () => (response.locals.operation as Operation | undefined)?.name ?? 'none';
    logRequest(response, log, requestId, routeOf);
    response.on('finish', () => {
      // Closes the connection of a client that still sends at the deadline (promise I6).
      if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), deadline).unref();
    });
    next();
  };
}

function noSuchRoute({ contract }: Pick<Gateway, 'contract'>): RequestHandler {
  return () => {
    // A route of a service that has not responded since the start may exist.
    if (!contract.isComplete())
      throw unavailable({
        en: 'The platform is starting. Retry in one second.',
        fr: 'La plateforme démarre. Réessayez dans une seconde.',
      });
    throw new Problem('not-found', {
      en: 'No such route. See /docs or /api/v1/openapi.json for all routes.',
      fr: 'Cette route n’existe pas. Consultez /docs ou /api/v1/openapi.json pour la liste des routes.',
    });
  };
}
