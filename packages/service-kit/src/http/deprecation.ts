import type { RequestHandler } from 'express';
import type { Deprecation } from './route.ts';

/** Until the end of this day a deprecated operation works as before. */
export function sunsetOf({ on }: Deprecation): string {
  const day = new Date(`${on}T00:00:00.000Z`);
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day.toISOString().slice(0, 10);
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), on problems too. */
export function announceDeprecation(deprecated: Deprecation): RequestHandler {
  const headers = {
    Deprecation: `@${Date.parse(`${deprecated.on}T00:00:00.000Z`) / 1000}`,
    Sunset: new Date(`${sunsetOf(deprecated)}T23:59:59.000Z`).toUTCString(),
  };
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
