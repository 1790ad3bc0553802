import type { IncomingMessage, RequestListener } from 'node:http';
import { capacity, type LoadMonitor, overloaded, reserveFor } from '@trust/service-kit/http/overload';
import { problemHandler } from '@trust/service-kit/http/problem-handler';
import { checkReadiness, type ReadyCheck } from '@trust/service-kit/listen';
import type { Log } from '@trust/service-kit/observability/log';
import { Problem, unavailable } from '@trust/service-kit/problems/problem';
import express, { type Express, type RequestHandler } from 'express';
import parseurl from 'parseurl';
import type { PublicReads } from './config.ts';
import type { AddressExchange } from './edge/address-exchange.ts';
import { corsFor } from './edge/cors.ts';
import { knownHosts } from './edge/known-hosts.ts';
import { limitByAddress } from './edge/limit-by-address.ts';
import { requireSession } from './edge/restricted-reads.ts';
import { type EdgeResponse, requestStarter, setEdgeHeaders } from './edge/start-request.ts';
import { providerPages, verifyPages } from './pages/claims/claim-pages.ts';
import { errorPages } from './pages/error-page.ts';
import { mailboxPath, serveMailbox } from './pages/mailbox/serve-mailbox.ts';
import { publishedPages } from './pages/published-pages.ts';
import { searchPages } from './pages/search/search-pages.ts';
import { serveTraces } from './pages/traces/serve-traces.ts';
import { compress } from './proxy/compress.ts';
import type { LiveContract } from './proxy/live-contract.ts';
import { type ProxyOptions, proxyOperation } from './proxy/proxy-operation.ts';
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

/** Operations of the contract bypass Express, which serves health checks and pages (ADR 0090). */
export function gatewayHttp(gateway: Gateway): RequestListener {
  const start = requestStarter(gateway);
  const admit = admission(gateway);
  const sendProblem = problemHandler(gateway);
  const pages = pagesHttp(gateway, { start, admit });

  async function serve(request: IncomingMessage, response: EdgeResponse, operation: Operation): Promise<void> {
    try {
      await admit(request, response);
      await proxyOperation(request, response, operation, gateway);
    } catch (error) {
      if (!response.headersSent) setEdgeHeaders(response);
      sendProblem(error, request, response);
    }
  }

  return (request, response) => {
    const path = pathOf(request);
    const { operation } = gateway.routes().find(request.method ?? '', path);
    if (operation && path !== mailboxPath) void serve(request, start(request, response, operation), operation);
    else pages(request, response);
  };
}

type Edge = { start: ReturnType<typeof requestStarter>; admit: ReturnType<typeof admission> };

function pagesHttp(gateway: Gateway, { start, admit }: Edge): Express {
  const http = express().disable('x-powered-by').disable('etag').set('query parser', false);
  http.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  http.get('/readyz', async (_request, response) => {
    const { ready, checks } = await checkReadiness(gateway.ready);
    if (!ready) response.setHeader('Retry-After', '1');
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', checks });
  });
  http.use((request, response, next) => {
    setEdgeHeaders(start(request, response));
    admit(request, response as EdgeResponse).then(() => next(), next);
  });
  if (gateway.isDevelopment) http.use(serveTraces(gateway.tracesUrl));
  http.use(serveMailbox(gateway), operationsBesidePages(gateway));
  if (gateway.publicReads === 'session') http.use(requireSession(gateway));
  http.use(verifyPages(gateway.upstreams.provider));
  http.use(searchPages(gateway.upstreams.provider), providerPages(gateway.upstreams.provider));
  http.use(compress, publishedPages(gateway.publicUrl, gateway.contract.current), noSuchRoute(gateway));
  http.use(errorPages(), problemHandler(gateway));
  return http;
}

function pathOf(request: IncomingMessage): string {
  // Express' own parser, so that both match the same path.
  return parseurl(request)?.pathname ?? '';
}

/** Rejects with the problem of a refused request. Never resolves for a preflight, which it answers. */
function admission({ publicUrl, hosts, portals, routes, load, maxInFlight, requestsPerMinute, addresses }: Gateway) {
  const requireKnownHost = knownHosts(publicUrl, hosts);
  const allowOrigin = corsFor(portals, routes);
  const limit = limitByAddress(requestsPerMinute, addresses);
  const reserve = reserveFor(maxInFlight);
  // Without a limit on requests in flight: each upstream has its own.
  const admits = capacity(load, Number.POSITIVE_INFINITY);
  return async (request: IncomingMessage, response: EdgeResponse): Promise<void> => {
    requireKnownHost(request.headers.host);
    if (request.headers.origin !== undefined)
      await new Promise<void>((next) => allowOrigin(request, response, pathOf(request), next));
    const { ip, operation } = response.locals;
    const isAdmitted = admits(response) || (operation?.bulkhead === 'important' && reserve(response));
    if (!isAdmitted) throw overloaded();
    await limit(ip);
  };
}

/** The development mailbox as JSON, and 405 for other methods. */
function operationsBesidePages(gateway: Gateway): RequestHandler {
  return async (request, response, next) => {
    const { operation, allowed } = gateway.routes().find(request.method, request.path);
    if (operation) return await proxyOperation(request, response as EdgeResponse, operation, gateway);
    if (allowed.length === 0) return next();
    throw new Problem('method-not-allowed', undefined, { headers: { Allow: allowed.join(', ') } });
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
