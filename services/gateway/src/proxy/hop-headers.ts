import type { IncomingMessage } from 'node:http';
import { actorAssertionHeader } from '@trust/contracts/actor';
import { traceHeaders } from '@trust/service-kit/observability/telemetry';
import { remainingTimeHeader } from '@trust/service-kit/request-scope';
import { append as appendVary } from 'vary';
import { securityHeaders } from '../edge/security-headers.ts';
import type { EdgeResponse } from '../edge/start-request.ts';

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
]);
/** A client could impersonate an actor with these (promise A7). */
const forged = /^x-(actor|internal|forwarded|real)/;
const notReturned = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'x-request-id', 'vary']);

export type Outgoing = {
  /** Called once the body has arrived; undefined without a session. */
  assertion: (() => Promise<string>) | undefined;
  cookie: string | undefined;
  /** The sender's secret of a webhook; never a session. */
  webhookSecret: string | undefined;
};

/** Names and values in turn: undici reads an array faster than an object. */
export function headersFor(
  { headers }: IncomingMessage,
  { requestId, ip, deadline }: EdgeResponse['locals'],
  { assertion, cookie, webhookSecret }: Omit<Outgoing, 'assertion'> & { assertion: string | undefined },
): string[] {
  const forwarded: string[] = [];
  for (const name in headers) {
    if (!notForwarded.has(name) && !forged.test(name)) forwarded.push(name, String(headers[name]));
  }
  forwarded.push('x-request-id', requestId, 'x-forwarded-for', ip);
  forwarded.push(remainingTimeHeader, String(Math.max(1, Math.floor(deadline - performance.now()))));
  if (assertion) forwarded.push(actorAssertionHeader, assertion);
  if (cookie) forwarded.push('cookie', cookie);
  if (webhookSecret) forwarded.push('authorization', webhookSecret);
  const traced = traceHeaders();
  for (const name in traced) forwarded.push(name, traced[name] ?? '');
  return forwarded;
}

const ownHeaders = securityHeaders.flat();
const ownNames = new Set(securityHeaders.map(([name]) => name));

/** Names and values in turn. A service may replace the gateway's own headers. */
export function returnedHeaders(
  response: EdgeResponse,
  received: Record<string, string | string[] | undefined>,
): (string | string[])[] {
  const { requestId, operation, isRestrictedPage } = response.locals;
  const isPrivate = isRestrictedPage || operation?.restrictedRead;
  const replaced = Object.keys(received).filter((name) => ownNames.has(name));
  const own = replaced.length === 0 ? ownHeaders : securityHeaders.filter(([name]) => !replaced.includes(name)).flat();
  // Sent already by `cors` or a page; an entry here replaces it.
  const vary = String(response.getHeader('Vary') ?? 'Origin');
  const headers: (string | string[])[] = [
    ...own,
    'X-Request-Id',
    requestId,
    'Vary',
    received.vary === undefined ? vary : appendVary(vary, received.vary),
  ];
  for (const name in received) {
    const value = received[name];
    if (value === undefined || notReturned.has(name)) continue;
    headers.push(name, name === 'cache-control' && isPrivate ? toPrivate(String(value)) : value);
  }
  return headers;
}

/** A shared cache would serve a `public` response to callers without a session. */
export function toPrivate(cacheControl: string): string {
  return cacheControl.replace(/^public\b/, 'private');
}
