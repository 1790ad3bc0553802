import { deviceCookie } from '@trust/contracts/device';
import { stringifySetCookie } from 'cookie';

/** Also the longest that Chrome keeps a cookie. */
export const deviceDays = 400;

/** The cookie that makes a browser a known device. No script, other site or plain connection can read it. */
export function keepDevice(id: string): string {
  const maxAge = deviceDays * 24 * 60 * 60;
  return stringifySetCookie({
    ...{ name: deviceCookie, value: id, maxAge },
    ...{ path: '/', secure: true, httpOnly: true, sameSite: 'strict' },
  });
}
