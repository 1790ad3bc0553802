import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf } from '@trust/service-kit/http/problem-handler';
import type { Log } from '@trust/service-kit/observability/log';
import { recordResponse } from '@trust/service-kit/observability/request-trace';
import proxyaddr from 'proxy-addr';
import vary from 'vary';
import type { Operation } from '../proxy/routing.ts';
import { securityHeaders } from './security-headers.ts';

/** What the edge notes about a request, for the proxy and for pages. */
type Notes = {
  requestId: string;
  /** The client's address, as trusted proxies report it. */
  ip: string;
  /** On the clock of `performance.now()`, as is `deadline`. */
  started: number;
  deadline: number;
  operation?: Operation;
  /** The problem that was sent. */
  slug?: string;
};

declare global {
  namespace Express {
    interface Locals extends Notes {}
  }
}

export type EdgeResponse = ServerResponse & { locals: Notes };

type Options = { log: Log; trustedProxies: string[]; deadline: number };

/** Makes the response an `EdgeResponse`, and logs it when it is sent. */
export function requestStarter({ log, trustedProxies, deadline }: Options) {
  const isTrusted = proxyaddr.compile(trustedProxies);
  function onFinish(this: EdgeResponse): void {
    const { requestId, started, operation } = this.locals;
    recordResponse(log, this.statusCode, { requestId, started, route: operation?.name ?? 'none' });
    const request = this.req;
    // Closes the connection of a client that still sends at the deadline (promise I6).
    if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), deadline).unref();
  }
  return (request: IncomingMessage, given: ServerResponse, operation?: Operation): EdgeResponse => {
    const started = performance.now();
    const locals: Notes = {
      requestId: requestIdOf(request.headers),
      ip: (trustedProxies.length > 0 ? proxyaddr(request, isTrusted) : request.socket.remoteAddress) ?? '',
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
