import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Routes } from '../proxy/routing.ts';

const sent = [
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Device-Id',
  'X-Request-Id',
];
const read = [
  'Content-Language',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

const common = { exposedHeaders: read, maxAge: 7200 };

/** Any page may read what needs no session, such as claim cards and the keys that verify them; no cookie goes with it. */
const openToAll = cors({ ...common, origin: '*', methods: ['GET', 'HEAD'], allowedHeaders: sent });

/**
 * Lets pages of the given origins, and no others, call from a browser, with their cookie; reads without a session are open to all
 * pages. A preflight is good for two hours.
 */
export function openToPagesOf(origins: readonly string[], routes: () => Routes): RequestHandler {
  const known = new Set(origins);
  const toPortals = cors({
    ...common,
    origin: [...origins],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: sent,
  });
  return (request, response, next) => {
    const { origin } = request.headers;
    response.vary('Origin');
    if (!origin) return next();
    const asked = request.method === 'OPTIONS' ? request.get('access-control-request-method') : request.method;
    const isOpen = !known.has(origin) && routes().find(asked ?? '', request.path).operation?.openRead;
    return (isOpen ? openToAll : toPortals)(request, response, next);
  };
}
