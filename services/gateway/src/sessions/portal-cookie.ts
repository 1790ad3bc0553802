import type { IncomingMessage } from 'node:http';
import { deviceCookie } from '@trust/contracts/device';
import { isAllowedOrigin, sessionCookie } from '@trust/contracts/session-cookie';
import { Problem } from '@trust/service-kit/problems/problem';
import { parseCookie, stringifyCookie } from 'cookie';
import type { Operation } from '../contract/routing.ts';

export type Credential = {
  authorization: string | undefined;
  /** Only what identity reads or writes; the device id only from portal pages. */
  cookie: string | undefined;
};

/** Throws 403 `origin-refused` for a write with a cookie that no portal page sent (promise A9). */
export function credentialOf(
  request: IncomingMessage,
  operation: Pick<Operation, 'requiresSession' | 'writesCookie' | 'readsDevice'>,
  portals: readonly string[],
): Credential {
  const { authorization, cookie: cookies, origin } = request.headers;
  if (authorization !== undefined) return { authorization, cookie: undefined };
  const { [sessionCookie]: session, [deviceCookie]: deviceId } = parseCookie(cookies ?? '');
  const isPortal = isAllowedOrigin({ origin, fetchSite: request.headers['sec-fetch-site'] }, portals);
  const device = operation.readsDevice && isPortal && deviceId ? { [deviceCookie]: deviceId } : {};
  if (!session || !(operation.requiresSession || operation.writesCookie))
    return { authorization: undefined, cookie: cookieHeader(device) };
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && !isPortal) throw new Problem('origin-refused');
  return {
    authorization: `Bearer ${session.split('.')[0]}`,
    cookie: cookieHeader({ ...(operation.writesCookie && { [sessionCookie]: session }), ...device }),
  };
}

function cookieHeader(cookies: Record<string, string | undefined>): string | undefined {
  return stringifyCookie(cookies) || undefined;
}
