import type { IncomingMessage, ServerResponse } from 'node:http';
import { SpanStatusCode } from '@opentelemetry/api';
import type { Outage } from '../problems/problem.ts';
import type { Log } from './log.ts';
import { recordRequest } from './meter.ts';
import { continueTrace, isExporting, runIn, SpanKind, startSpan } from './telemetry.ts';

type Noted = {
  requestId: string;
  route: string;
  /** On the clock of `performance.now()`. */
  started: number;
  /** Noted by `traceRequest`. */
  traceId?: string | undefined;
  /** Noted by `problemHandler`. */
  slug?: string | undefined;
  outage?: Outage | undefined;
};

/** Logs and measures an answer. One of 500 or above is a warning with its trace, and a 503 has its cause. */
export function recordResponse(
  log: Log,
  status: number,
  { requestId, route, started, traceId, slug, outage }: Noted,
): void {
  const ms = performance.now() - started;
  const fields = { requestId, route, status, ms: Math.round(ms) };
  if (status < 500) log.info(fields, 'request');
  else log.warn({ ...fields, traceId, slug, ...outage }, 'request');
  recordRequest(route, status, ms);
}

/**
 * `requestId` finds the trace. Without `isTrusted` the trace of the request's headers is only linked: a client
 * must not choose which requests are sampled.
 */
export function traceRequest<Result>(
  { headers, method = '' }: IncomingMessage,
  response: ServerResponse & { locals: { requestId?: string; slug?: string; traceId?: string } },
  { route, isTrusted = true, isStream = false }: { route: string; isTrusted?: boolean; isStream?: boolean },
  work: () => Result,
): Result {
  if (!isExporting) return continueTrace(isTrusted ? headers : {}, work);
  const attributes = {
    'http.route': route.slice(route.indexOf(' ') + 1),
    'http.request.method': method,
    'trust.request.id': response.locals.requestId ?? '',
  };
  const options = {
    name: route,
    kind: SpanKind.SERVER,
    attributes,
    isStream,
    ...(!isTrusted && { linkTo: [headers] }),
  };
  return continueTrace(isTrusted ? headers : {}, () => {
    const span = startSpan(options);
    if (!span) return work();
    response.locals.traceId = span.spanContext().traceId;
    response.once('close', () => {
      const { headersSent, statusCode, locals } = response;
      if (headersSent) span.setAttribute('http.response.status_code', statusCode);
      const error = headersSent ? locals.slug : 'client_closed';
      if (error) span.setAttribute('error.type', error);
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return runIn(span, work);
  });
}
