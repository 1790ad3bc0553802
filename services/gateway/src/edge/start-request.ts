import type { IncomingMessage, ServerResponse } from 'node:http';
import { internalSecretHeader } from '@trust/contracts/actor';
import { requestIdOf } from '@trust/service-kit/http/problem-handler';
import type { Log } from '@trust/service-kit/observability/log';
import { recordResponse } from '@trust/service-kit/observability/request-trace';
import type { Outage } from '@trust/service-kit/problems/problem';
import { isSameSecret, type Secret } from '@trust/service-kit/sealing/secret';
import proxyaddr from 'proxy-addr';
import vary from 'vary';
import type { Operation } from '../contract/routing.ts';
import { securityHeaders } from './security-headers.ts';

/** The edge notes this about a request, for the proxy and for pages. */
type Notes = {
  requestId: string;
  /** The client's address, as trusted proxies and the website report it. */
  ip: string;
  /** The website reads the API for a page that the edge has admitted. */
  isWebsite: boolean;
  /** Forwarded to the website: no operation, so no part of the objectives. */
  isPage?: true;
  /** The page requires a session (ADR 0030). */
  isRestrictedPage?: true;
  /** On the clock of `performance.now()`, as is `deadline`. */
  started: number;
  deadline: number;
  operation?: Operation;
  /** The problem that was sent. */
  slug?: string;
  /** Why it was a 503. */
  outage?: Outage;
  traceId?: string;
};

declare global {
  namespace Express {
    interface Locals extends Notes {}
  }
}

export type EdgeResponse = ServerResponse & { locals: Notes };

type Options = { log: Log; trustedProxies: string[]; deadline: number; websiteSecret: Secret };

/** Makes the response an `EdgeResponse`, and logs it when it is sent. */
export function requestStarter({ log, trustedProxies, deadline, websiteSecret }: Options) {
  const isTrusted = proxyaddr.compile(trustedProxies);
  function onFinish(this: EdgeResponse): void {
    const { requestId, started, operation, isPage, traceId, slug, outage } = this.locals;
    const route = operation?.name ?? (isPage ? 'page' : 'none');
    recordResponse(log, this.statusCode, { requestId, started, route, traceId, slug, outage });
    const request = this.req;
    // Closes the connection of a client that still sends at the deadline (promise I6).
    if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), deadline).unref();
  }
  const addressOf = (request: IncomingMessage) =>
    (trustedProxies.length > 0 ? proxyaddr(request, isTrusted) : request.socket.remoteAddress) ?? '';
  return (request: IncomingMessage, given: ServerResponse, operation?: Operation): EdgeResponse => {
    const started = performance.now();
    const { [internalSecretHeader]: secret, 'x-forwarded-for': reader } = request.headers;
    const isWebsite = typeof secret === 'string' && isSameSecret(secret, websiteSecret);
    const locals: Notes = {
      requestId: requestIdOf(request.headers),
      ip: isWebsite ? String(reader ?? '') : addressOf(request),
      isWebsite,
      started,
      deadline: started + deadline,
      ...(operation && { operation }),
    };
    const response = Object.assign(given, { locals });
    response.on('finish', onFinish);
    return response;
  };
}

/** The headers of every response; `returnedHeaders` adds them to those of a service. */
export function setEdgeHeaders(response: EdgeResponse): void {
  response.setHeader('X-Request-Id', response.locals.requestId);
  for (const [name, value] of securityHeaders) response.setHeader(name, value);
  vary(response, 'Origin');
}
