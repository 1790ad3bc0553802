import type { IncomingMessage } from 'node:http';
import { traceRequest } from '@trust/service-kit/observability/request-trace';
import type { Request, Response } from 'express';
import type { ServiceName } from '../config.ts';
import type { Operation, Routes } from '../contract/routing.ts';
import type { EdgeResponse } from '../edge/start-request.ts';
import { credentialOf } from '../sessions/portal-cookie.ts';
import type { Sessions } from '../sessions/session.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { compress } from './compress.ts';
import { forward } from './forward.ts';
import { hasBody } from './request-body.ts';
import type { MinimumRate } from './request-timeout.ts';

export type ProxyOptions = {
  routes: () => Routes;
  sessions: Sessions;
  upstreams: Record<ServiceName, Upstream>;
  portals: readonly string[];
  minimumRate: MinimumRate;
  /** Continues the traces of clients, which production only links. */
  isDevelopment?: boolean;
};

/** Resolves when the response is sent. */
export async function proxyOperation(
  request: IncomingMessage,
  response: EdgeResponse,
  operation: Operation,
  { isDevelopment = false, ...options }: ProxyOptions,
): Promise<void> {
  response.locals.operation = operation;
  // It only needs Node's parts of both.
  if (operation.isCacheable) compress(request as Request, response as Response, () => {});
  const isTrusted = isDevelopment || response.locals.isWebsite;
  const traced = { route: operation.name, isTrusted, isStream: operation.bulkhead === 'streaming' };
  await traceRequest(request, response, traced, () => proxy(request, response, operation, options));
}

async function proxy(
  request: IncomingMessage,
  response: EdgeResponse,
  operation: Operation,
  { sessions, upstreams, portals, minimumRate }: ProxyOptions,
): Promise<void> {
  const { authorization, cookie } = credentialOf(request, operation, portals);
  const upstream = upstreams[operation.service];
  upstream.refuseIfFull(operation.bulkhead);
  // The edge has required a session for the page that the website reads for (ADR 0105).
  const isForPage = operation.restrictedRead && response.locals.isWebsite;
  const needsSession = operation.requiresSession && !isForPage;
  // Nobody without a session sends a body; forward() asks again once it has arrived.
  if (needsSession && hasBody(request)) await sessions.assertionFor(authorization);
  const assertion = needsSession
    ? () => sessions.assertionFor(authorization, { fresh: operation.isPrivileged })
    : undefined;
  const webhookSecret = operation.isWebhook ? request.headers.authorization : undefined;
  try {
    await forward(request, response, upstream, operation, { assertion, cookie, webhookSecret }, minimumRate);
  } finally {
    if (operation.changesSession) sessions.drop(authorization);
  }
}
