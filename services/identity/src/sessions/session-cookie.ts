import { isAllowedOrigin, sessionCookie } from '@trust/contracts/session-cookie';
import { Problem } from '@trust/service-kit/http/problem';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import type { RequestInfo } from '@trust/service-kit/http/route';
import { parseCookie, stringifySetCookie } from 'cookie';
import { deviceCookieHeader } from '../known-devices/device-cookie.ts';
import type { SignedIn, Tokens } from './schema.ts';

/**
 * The cookie of a portal session is `<access>.<refresh>`: the gateway reads the first half,
 * identity the second (ADR 0008). Scripts, other hosts, other sites and plain HTTP cannot read it
 * (promise A9).
 */
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

type Options = { headers?: Record<string, string>; deviceId?: string | undefined };

/**
 * Sends the tokens in a cookie until the refresh token expires, and not in the body; with
 * `deviceId`, the device cookie as well.
 */
export function cookieReply(tokens: Tokens, now: Date, { headers = {}, deviceId }: Options = {}): Reply<SignedIn> {
  const { accessToken, refreshToken, ...body } = tokens;
  const maxAge = Math.floor((Date.parse(tokens.refreshTokenExpiresAt) - now.getTime()) / 1000);
  const value = `${accessToken}.${refreshToken}`;
  const cookie = stringifySetCookie({ name: sessionCookie, value, maxAge: Math.max(0, maxAge), ...attributes });
  const cookies = deviceId === undefined ? cookie : [cookie, deviceCookieHeader(deviceId)];
  return reply(body, { headers: { ...headers, 'Set-Cookie': cookies } });
}

export function requirePortal({ header }: Pick<RequestInfo, 'header'>, portals: readonly string[]): void {
  if (!isAllowedOrigin({ origin: header('origin'), fetchSite: header('sec-fetch-site') }, portals))
    throw new Problem('origin-refused');
}

export const clearSessionCookie = {
  'Set-Cookie': stringifySetCookie({ name: sessionCookie, value: '', maxAge: 0, ...attributes }),
};

/** The refresh token of the cookie, which the gateway forwards to the session routes only. */
export function readSessionCookie({ header }: Pick<RequestInfo, 'header'>): { refreshToken: string } | undefined {
  const value = parseCookie(header('cookie') ?? '')[sessionCookie];
  const refreshToken = value?.split('.')[1];
  return refreshToken ? { refreshToken } : undefined;
}
