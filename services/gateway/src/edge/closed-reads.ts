import type { RequestHandler, Response } from 'express';
import type { Gateway } from '../app.ts';
import { credentialOf } from './portal-cookie.ts';

/** Where public reads need a session, the gateway's own pages do as well (docs/adr/0030). */
export function onlySignedIn({ sessions, portals }: Pick<Gateway, 'sessions' | 'portals'>): RequestHandler {
  const read = { session: true, writesCookie: false, readsDevice: false };
  return async (request, response, next) => {
    await sessions.assertionFor(credentialOf(request, read, portals).authorization);
    keepPrivate(response);
    next();
  };
}

/** Makes a public answer private: a shared cache would hand it to callers without a session. */
export function keepPrivate(response: Response): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    setHeader(name, name.toLowerCase() === 'cache-control' ? String(value).replace(/^public\b/, 'private') : value);
}
