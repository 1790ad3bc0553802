import type { RequestHandler } from 'express';
import type { EdgeResponse } from '../edge/start-request.ts';
import { credentialOf } from '../sessions/portal-cookie.ts';
import type { Sessions } from '../sessions/session.ts';
import { isDevelopmentPath } from './page-addresses.ts';

type Options = { sessions: Sessions; portals: readonly string[] };

/** Pages and contract documents require it where public reads require a session (ADR 0030). */
export function requireSession({ sessions, portals }: Options): RequestHandler {
  const read = { requiresSession: true, writesCookie: false, readsDevice: false };
  return async (request, response, next) => {
    const { locals } = response as EdgeResponse;
    // Development signs in with the codes of the mailbox. The website's own reads are for an admitted page.
    if (isDevelopmentPath(request.path) || locals.isWebsite) return next();
    await sessions.assertionFor(credentialOf(request, read, portals).authorization);
    locals.isRestrictedPage = true;
    next();
  };
}
