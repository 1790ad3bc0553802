import { isAllowedOrigin, sessionCookie } from '@trust/contracts/session-cookie';
import { Problem } from '@trust/service-kit/http/problem';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import type { RequestInfo } from '@trust/service-kit/http/route';
import { parseCookie, stringifySetCookie } from 'cookie';
import { keepDevice } from '../known-devices/device-cookie.ts';
import type { SignedIn, Tokens } from './schema.ts';

/**
 * A portal's session: one cookie that holds both tokens, `<access>.<refresh>`. The gateway reads the first half, identity the
 * second. `__Host-` binds it to the one host, and no script, other site or plain connection gets to see it (promise A9).
 */
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

type More = { headers?: Record<string, string>; deviceId?: string | undefined };

/**
 * The tokens as a cookie that lasts as long as the session can be refreshed; the body is without them. With `deviceId` the browser
 * gets that cookie as well.
 */
export function heldBy(tokens: Tokens, now: Date, { headers = {}, deviceId }: More = {}): Reply<SignedIn> {
  const { accessToken, refreshToken, ...told } = tokens;
  const maxAge = Math.floor((Date.parse(tokens.refreshTokenExpiresAt) - now.getTime()) / 1000);
  const value = `${accessToken}.${refreshToken}`;
  const cookie = stringifySetCookie({ name: sessionCookie, value, maxAge: Math.max(0, maxAge), ...attributes });
  const cookies = deviceId === undefined ? cookie : [cookie, keepDevice(deviceId)];
  return reply(told, { headers: { ...headers, 'Set-Cookie': cookies } });
}

/** Throws 403 for pages that are not of a portal: none of them is to sign a browser in as somebody. */
export function requirePortal({ header }: Pick<RequestInfo, 'header'>, portals: readonly string[]): void {
  if (!isAllowedOrigin({ origin: header('origin'), fetchSite: header('sec-fetch-site') }, portals))
    throw new Problem('origin-refused');
}

/** Takes the cookie away from the browser. */
export const clearCookie = {
  'Set-Cookie': stringifySetCookie({ name: sessionCookie, value: '', maxAge: 0, ...attributes }),
};

/** The refresh token in the browser's cookie. The gateway passes the cookie on to the session routes only, and no other cookie. */
export function readCookie({ header }: Pick<RequestInfo, 'header'>): { refreshToken: string } | undefined {
  const value = parseCookie(header('cookie') ?? '')[sessionCookie];
  const refreshToken = value?.split('.')[1];
  return refreshToken ? { refreshToken } : undefined;
}
