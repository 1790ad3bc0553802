import cors from 'cors';
import type { RequestHandler } from 'express';

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

/** Lets pages of the given origins, and no others, call from a browser, with their cookie. A preflight is good for two hours. */
export function openToPagesOf(origins: readonly string[]): RequestHandler {
  const answer = cors({
    origin: [...origins],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: sent,
    exposedHeaders: read,
    maxAge: 7200,
  });
  return (request, response, next) => {
    if (request.headers.origin) return answer(request, response, next);
    response.vary('Origin');
    next();
  };
}
