import { deviceCookie } from '@trust/contracts/device';
import { isAllowedOrigin, sessionCookie } from '@trust/contracts/session-cookie';
import { Problem } from '@trust/service-kit/http/problem';
import { parseCookie, stringifyCookie } from 'cookie';
import type { Request } from 'express';
import type { Operation } from '../proxy/routing.ts';

/** With what a request says who acts. */
export type Credential = {
  /** As in the `Authorization` header, wherever it came from. */
  authorization: string | undefined;
  /** The session's cookie, for the routes that write it, and the device's, for those that read it. Identity reads both. */
  cookie: string | undefined;
};

/**
 * The `Authorization` header, or else the session of a portal's cookie (promise A9). Throws 403 `origin-refused` if the cookie is
 * to change something and no page of a portal sent it. Of the other cookies only the device's is passed on, and only from a portal.
 */
export function credentialOf(
  request: Request,
  operation: Pick<Operation, 'session' | 'writesCookie' | 'readsDevice'>,
  portals: readonly string[],
): Credential {
  const { authorization, cookie: cookies, origin } = request.headers;
  if (authorization !== undefined) return { authorization, cookie: undefined };
  const { [sessionCookie]: session, [deviceCookie]: kept } = parseCookie(cookies ?? '');
  const fromPortal = isAllowedOrigin({ origin, fetchSite: request.get('sec-fetch-site') }, portals);
  const device = operation.readsDevice && fromPortal && kept ? { [deviceCookie]: kept } : {};
  if (!session || !(operation.session || operation.writesCookie))
    return { authorization: undefined, cookie: cookieHeader(device) };
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads && !fromPortal) throw new Problem('origin-refused');
  return {
    authorization: `Bearer ${session.split('.')[0]}`,
    cookie: cookieHeader({ ...(operation.writesCookie && { [sessionCookie]: session }), ...device }),
  };
}

function cookieHeader(cookies: Record<string, string | undefined>): string | undefined {
  return stringifyCookie(cookies) || undefined;
}
