import { isFromPortal, sessionCookie } from '@trust/contracts/session-cookie';
import { Problem } from '@trust/service-kit/problem';
import { parseCookie, stringifyCookie } from 'cookie';
import type { Request } from 'express';
import type { Operation } from './routing.ts';

/** With what a request says who acts. */
export type Credential = {
  /** As in the `Authorization` header, wherever it came from. */
  authorization: string | undefined;
  /** The session's cookie, for the routes that write it; identity reads the refresh token in it. */
  cookie: string | undefined;
};

/**
 * The `Authorization` header, or else the session of a portal's cookie (promise A9). Throws 403 `origin-refused` if the cookie is
 * to change something and no page of a portal sent it. No other cookie goes past the gateway.
 */
export function credentialOf(request: Request, operation: Operation, portals: readonly string[]): Credential {
  const { authorization, cookie: cookies, origin } = request.headers;
  if (authorization !== undefined) return { authorization, cookie: undefined };
  const value = parseCookie(cookies ?? '')[sessionCookie];
  if (!value || !(operation.session || operation.writesCookie)) return { authorization: undefined, cookie: undefined };
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads && !isFromPortal({ origin, fetchSite: request.get('sec-fetch-site') }, portals))
    throw new Problem('origin-refused');
  return {
    authorization: `Bearer ${value.split('.')[0]}`,
    cookie: operation.writesCookie ? stringifyCookie({ [sessionCookie]: value }) : undefined,
  };
}
