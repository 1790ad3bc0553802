import { deviceCookie } from '@trust/contracts/device';
import { stringifySetCookie } from 'cookie';

/** Chrome's maximum age of a cookie. */
export const deviceDays = 400;

export function deviceCookieHeader(id: string): string {
  const maxAge = deviceDays * 24 * 60 * 60;
  return stringifySetCookie({
    name: deviceCookie,
    value: id,
    maxAge,
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'strict',
  });
}
