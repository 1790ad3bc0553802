import type { RequestHandler, Response } from 'express';
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
    makePrivate(response);
    next();
  };
}

/** A shared cache would serve a `public` response to callers without a session. */
export function makePrivate(response: Response): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, name.toLowerCase() === 'cache-control' ? String(value).replace(/^public\b/, 'private') : value);
}
