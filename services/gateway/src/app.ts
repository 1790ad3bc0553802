import type { IncomingMessage, RequestListener } from 'node:http';
import { healthChecks } from '@trust/service-kit/health-checks';
import { capacity, type LoadMonitor, overloaded, reserveFor } from '@trust/service-kit/http/overload';
import { problemHandler } from '@trust/service-kit/http/problem-handler';
import type { ReadyCheck } from '@trust/service-kit/listen';
import type { Log } from '@trust/service-kit/observability/log';
import { Problem, unavailable } from '@trust/service-kit/problems/problem';
import type { Secret } from '@trust/service-kit/sealing/secret';
import express, { type Express, type RequestHandler } from 'express';
import parseurl from 'parseurl';
import vary from 'vary';
import type { PublicReads } from './config.ts';
import type { LiveContract } from './contract/live-contract.ts';
import { publishedContract } from './contract/published-contract.ts';
import type { Operation } from './contract/routing.ts';
import type { AddressExchange } from './edge/address-exchange.ts';
import { corsFor } from './edge/cors.ts';
import { knownHosts } from './edge/known-hosts.ts';
import { limitByAddress } from './edge/limit-by-address.ts';
import { type EdgeResponse, requestStarter, setEdgeHeaders } from './edge/start-request.ts';
import { type ProxyOptions, proxyOperation } from './proxy/proxy-operation.ts';
import type { Upstream } from './upstreams/upstream.ts';
import { forwardPages } from './website/forward-page.ts';
import { isDevelopmentPath, isPageAddress, prefersPage } from './website/page-addresses.ts';
import { problemPages } from './website/problem-page.ts';
import { requireSession } from './website/restricted-pages.ts';

export type Gateway = ProxyOptions & {
  contract: Pick<LiveContract, 'current' | 'isComplete'>;
  /** Refuses every request while a restore is unfinished. */
  restore: { refuse(): void };
  website: Upstream;
  /** Proves that the website sends a request. */
  websiteSecret: Secret;
  ready: Record<string, ReadyCheck>;
  requestsPerMinute: number;
  addresses?: AddressExchange;
  trustedProxies: string[];
  load: Pick<LoadMonitor, 'isOverloaded'>;
  /** An eighth is the reserve of webhooks and privileged operations during overload (promise L3). */
  maxInFlight: number;
  publicUrl: string;
  /** Where developers get help. */
  contactEmail: string | undefined;
  publicReads: PublicReads;
  hosts: readonly string[];
  log: Log;
  /** Other machines have no development routes: who reads the mailbox can sign in as anybody. */
  isOpenToNetwork?: boolean;
  /** Milliseconds until every request has its response (promise L4). */
  deadline: number;
};

/** Operations of the contract bypass Express, which serves health checks and passes pages on (ADR 0090). */
export function gatewayHttp(gateway: Gateway): RequestListener {
  const start = requestStarter(gateway);
  const admit = admission(gateway);
  const sendProblem = problemHandler(gateway);
  const others = othersHttp(gateway, { start, admit });

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
    const operation = isRefused(request, path, gateway)
      ? undefined
      : gateway.routes().find(request.method ?? '', path).operation;
    // The development mailbox: JSON for programs, a page for browsers.
    const isBoth = operation && isDevelopmentPath(path);
    if (isBoth) vary(response, 'Accept');
    if (operation && !(isBoth && isRead(request) && prefersPage(request)))
      void serve(request, start(request, response, operation), operation);
    else others(request, response);
  };
}

type Edge = { start: ReturnType<typeof requestStarter>; admit: ReturnType<typeof admission> };

function othersHttp(gateway: Gateway, { start, admit }: Edge): Express {
  const http = express().disable('x-powered-by').disable('etag').set('query parser', false);
  http.use(healthChecks(gateway.ready));
  http.use((request, response, next) => {
    setEdgeHeaders(start(request, response));
    admit(request, response as EdgeResponse).then(() => next(), next);
  });
  http.use(developmentOnly(gateway), otherMethods(gateway));
  if (gateway.publicReads === 'session') http.use(requireSession(gateway));
  http.use(publishedContract(gateway), notYetKnown(gateway), forwardPages(gateway), noSuchRoute);
  http.use(problemPages(), problemHandler(gateway));
  return http;
}

function pathOf(request: IncomingMessage): string {
  // Express' own parser, so that both match the same path.
  return parseurl(request)?.pathname ?? '';
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

type Mode = Pick<Gateway, 'isDevelopment' | 'isOpenToNetwork'>;

/** Production has no development routes, even if the contract of a service lists one by mistake. */
function isRefused({ socket }: IncomingMessage, path: string, { isDevelopment, isOpenToNetwork }: Mode): boolean {
  if (!isDevelopmentPath(path)) return false;
  return !isDevelopment || (isOpenToNetwork === true && !loopback.test(socket.localAddress ?? ''));
}

const loopback = /^(::ffff:)?127\.|^::1$/;

/** Rejects with the problem of a refused request. Never resolves for a preflight, which it answers. */
function admission(gateway: Gateway) {
  const { publicUrl, hosts, portals, routes, restore, load, maxInFlight, requestsPerMinute, addresses } = gateway;
  const requireKnownHost = knownHosts(publicUrl, hosts);
  const allowOrigin = corsFor(portals, routes);
  const limit = limitByAddress(requestsPerMinute, addresses);
  const reserve = reserveFor(maxInFlight);
  // Without a limit on requests in flight: each upstream has its own.
  const admits = capacity(load, Number.POSITIVE_INFINITY);
  return async (request: IncomingMessage, response: EdgeResponse): Promise<void> => {
    const { ip, operation, isWebsite } = response.locals;
    if (!isWebsite) requireKnownHost(request.headers.host);
    if (request.headers.origin !== undefined)
      await new Promise<void>((next) => allowOrigin(request, response, pathOf(request), next));
    restore.refuse();
    const isAdmitted = admits(response) || (operation?.bulkhead === 'important' && reserve(response));
    if (!isAdmitted) throw overloaded();
    // The page that the website makes counts, so its reads of the API do not.
    if (!isWebsite) await limit(ip);
  };
}

function developmentOnly(gateway: Mode): RequestHandler {
  return (request, response, next) =>
    isRefused(request, request.path, gateway) ? noSuchRoute(request, response, next) : next();
}

/** 405 for a path that has operations, but not with this method. */
function otherMethods({ routes }: Pick<Gateway, 'routes'>): RequestHandler {
  return (request, _response, next) => {
    const { operation, allowed } = routes().find(request.method, request.path);
    if (operation || allowed.length === 0) return next();
    throw new Problem('method-not-allowed', undefined, { headers: { Allow: allowed.join(', ') } });
  };
}

/** A route of a service that has not responded since the start may exist. */
function notYetKnown({ contract }: Pick<Gateway, 'contract'>): RequestHandler {
  return ({ path }, _response, next) => {
    if (contract.isComplete() || (isPageAddress(path) && !isDevelopmentPath(path))) return next();
    throw unavailable(
      { upstream: 'self', reason: 'contract not complete' },
      {
        en: 'The platform is starting. Retry in one second.',
        fr: 'La plateforme démarre. Réessayez dans une seconde.',
      },
    );
  };
}

const noSuchRoute: RequestHandler = () => {
  throw new Problem('not-found', {
    en: 'No such route. See /docs or /api/v1/openapi.json for all routes.',
    fr: 'Cette route n’existe pas. Consultez /docs ou /api/v1/openapi.json pour la liste des routes.',
  });
};
