import { isAllowedOrigin, sessionCookie } from '@trust/contracts/session-cookie';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import { Problem } from '@trust/service-kit/problems/problem';
import type { RequestInfo } from '@trust/service-kit/request-info';
import { parseCookie, stringifySetCookie } from 'cookie';
import { deviceCookieHeader } from './known-devices/device-cookie.ts';
import type { SignedIn, Tokens } from './schema.ts';

/** `<access>.<refresh>` (ADR 0008), unreadable for scripts, other sites and HTTP (promise A9). */
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const;

type Options = { headers?: Record<string, string>; deviceId?: string | undefined };

/** Sends the tokens in the cookie and not in the body. */
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

/** The gateway forwards the cookie to the session routes only. */
export function readSessionCookie({ header }: Pick<RequestInfo, 'header'>): { refreshToken: string } | undefined {
  const value = parseCookie(header('cookie') ?? '')[sessionCookie];
  const refreshToken = value?.split('.')[1];
  return refreshToken ? { refreshToken } : undefined;
}
