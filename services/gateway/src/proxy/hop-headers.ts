import { actorAssertionHeader } from '@trust/contracts/actor';
import { traceHeaders } from '@trust/service-kit/observability/telemetry';
import { remainingTimeHeader } from '@trust/service-kit/request-scope';
import type { Request, Response } from 'express';

/** Hop-by-hop (RFC 9110 §7.6.1), or set by the gateway. */
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'expect',
  'authorization',
  'cookie',
  'forwarded',
  'traceparent',
  'tracestate',
  'x-request-id',
  'content-length',
]);
/** With these a client could impersonate an actor (promise A7). */
const forged = /^x-(actor|internal|forwarded|real)/;
const notReturned = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

export type Outgoing = {
  requestId: string;
  assertion: string | undefined;
  cookie: string | undefined;
  /** The sender's secret of a webhook; never a session. */
  webhookSecret: string | undefined;
  /** On the clock of `performance.now()`. */
  deadline: number;
};

export function headersFor(
  request: Request,
  { requestId, assertion, cookie, webhookSecret, deadline }: Outgoing,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !notForwarded.has(name) && !forged.test(name)) headers[name] = String(value);
  }
  if (request.headers['content-length']) headers['content-length'] = request.headers['content-length'];
  headers['x-request-id'] = requestId;
  headers['x-forwarded-for'] = request.ip ?? '';
  headers[remainingTimeHeader] = String(Math.max(1, Math.floor(deadline - performance.now())));
  if (assertion) headers[actorAssertionHeader] = assertion;
  if (cookie) headers.cookie = cookie;
  if (webhookSecret) headers.authorization = webhookSecret;
  return Object.assign(headers, traceHeaders());
}

export function returnHeaders(response: Response, headers: Record<string, string | string[] | undefined>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || notReturned.has(name)) continue;
    // Appended: the gateway sets Vary as well.
    if (name === 'vary') response.vary(String(value));
    else response.setHeader(name, value);
  }
}
