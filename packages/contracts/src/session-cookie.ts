/**
 * Session cookie of a browser portal, `<access token>.<refresh token>`: identity sets it, the
 * gateway reads it (promise A9). `__Host-` restricts it to one host and to HTTPS.
 */
export const sessionCookie = '__Host-session';

/**
 * Whether the browser sent a request from a page of an allowed origin: by `Origin`, or without it
 * by `Sec-Fetch-Site`. Pages cannot set either header.
 */
export function isAllowedOrigin(
  { origin, fetchSite }: { origin: string | undefined; fetchSite: string | undefined },
  portals: readonly string[],
): boolean {
  return origin === undefined ? fetchSite === 'same-origin' : portals.includes(origin);
}
