import type { RequestHandler } from 'express';
import { toPrivate } from '../proxy/hop-headers.ts';
import type { Sessions } from '../proxy/session.ts';
import { credentialOf } from './portal-cookie.ts';

/** For the gateway's own pages where public reads require a session (ADR 0030). */
export function requireSession({
  sessions,
  portals,
}: {
  sessions: Sessions;
  portals: readonly string[];
}): RequestHandler {
  const read = { requiresSession: true, writesCookie: false, readsDevice: false };
  return async (request, response, next) => {
    await sessions.assertionFor(credentialOf(request, read, portals).authorization);
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      setHeader(name, name.toLowerCase() === 'cache-control' ? toPrivate(String(value)) : value);
    next();
  };
}
