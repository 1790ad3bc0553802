import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';
import type { Routes } from '../contract/routing.ts';

const requestHeaders = [
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Device-Id',
  'X-Request-Id',
];
const responseHeaders = [
  'Content-Language',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
];

const common = { exposedHeaders: responseHeaders, maxAge: 7200 };

const anyOrigin = cors({ ...common, origin: '*', methods: ['GET', 'HEAD', 'POST'], allowedHeaders: requestHeaders });

/** `origins` may send credentials; any origin may read what needs no session. */
export function corsFor(origins: readonly string[], routes: () => Routes) {
  const portals = new Set(origins);
  const portalOrigins = cors({
    ...common,
    origin: [...origins],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: requestHeaders,
  });
  return (request: IncomingMessage, response: ServerResponse, path: string, next: () => void) => {
    const { origin = '', 'access-control-request-method': requested } = request.headers;
    const method = request.method === 'OPTIONS' ? requested : request.method;
    const isAnonymous = !portals.has(origin) && routes().find(method ?? '', path).operation?.anonymousRead;
    (isAnonymous ? anyOrigin : portalOrigins)(request, response, next);
  };
}
