import type { IncomingHttpHeaders } from 'node:http';
import { recordRequest } from '@trust/service-metrics/meter';
import type { Request, Response } from 'express';
import type { Log } from './log.ts';
import { continueTrace, SpanKind, withSpan } from './telemetry.ts';

export function logRequest(response: Response, log: Log, requestId: string, routeOf: () => string): void {
  const started = performance.now();
  response.on('finish', () => {
    const ms = performance.now() - started;
    const route = routeOf();
    log.info({ requestId, route, status: response.statusCode, ms: Math.round(ms) }, 'request');
    recordRequest(route, response.statusCode, ms);
  });
}

export function traceRequest<Result>(
  { headers, method }: { headers: IncomingHttpHeaders } & Pick<Request, 'method'>,
  route: string,
  work: () => Result,
): Result {
  const attributes = { 'http.route': route.slice(route.indexOf(' ') + 1), 'http.request.method': method };
  return continueTrace(headers, () => withSpan({ name: route, kind: SpanKind.SERVER, attributes }, work));
}
