import { Problem } from '@trust/service-kit/http/problem';
import { traceRequest } from '@trust/service-kit/observability/request-trace';
import type { Request, RequestHandler, Response } from 'express';
import type { ServiceName } from '../config.ts';
import { credentialOf } from '../edge/portal-cookie.ts';
import { makePrivate } from '../edge/restricted-reads.ts';
import { compress } from './compress.ts';
import { forward } from './forward.ts';
import type { MinimumRate } from './request-timeout.ts';
import type { Operation, Routes } from './routing.ts';
import type { Sessions } from './session.ts';
import type { Upstream } from './upstream.ts';

export type ProxyOptions = {
  routes: () => Routes;
  sessions: Sessions;
  upstreams: Record<ServiceName, Upstream>;
  portals: readonly string[];
  minimumRate: MinimumRate;
  /** Continues the traces of clients, which production only links. */
  isDevelopment?: boolean;
};

export function proxyOperations({ routes, isDevelopment = false, ...options }: ProxyOptions): RequestHandler {
  return async (request, response, next) => {
    const { operation, allowed } = routes().find(request.method, request.path);
    if (!operation) {
      if (allowed.length === 0) return next();
      throw new Problem('method-not-allowed', undefined, { headers: { Allow: allowed.join(', ') } });
    }
    response.locals.operation = operation;
    if (operation.isCacheable) compress(request, response, () => {});
    if (operation.restrictedRead) makePrivate(response);
    const traced = { route: operation.name, isTrusted: isDevelopment };
    await traceRequest(request, response, traced, () => proxy(request, response, operation, options));
  };
}

async function proxy(
  request: Request,
  response: Response,
  operation: Operation,
  { sessions, upstreams, portals, minimumRate }: Omit<ProxyOptions, 'routes' | 'isDevelopment'>,
): Promise<void> {
  const { authorization, cookie } = credentialOf(request, operation, portals);
  const upstream = upstreams[operation.service];
  upstream.refuseIfFull(operation.bulkhead);
  const assertion = operation.requiresSession
    ? await sessions.assertionFor(authorization, { fresh: operation.isPrivileged })
    : undefined;
  const { requestId, deadline } = response.locals as { requestId: string; deadline: number };
  try {
    const webhookSecret = operation.isWebhook ? request.get('authorization') : undefined;
    const outgoing = { requestId, assertion, cookie, webhookSecret, deadline };
    await forward(request, response, upstream, operation, outgoing, minimumRate);
  } finally {
    if (operation.changesSession) sessions.drop(authorization);
  }
}
