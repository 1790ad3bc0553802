/**
 * The cookie in which a browser holds a portal's session, `<access token>.<refresh token>`: identity writes it, the gateway reads it
 * (promise A9). `__Host-` keeps it to the one host, on secure connections.
 */
export const sessionCookie = '__Host-session';

/**
 * Whether a request comes from a page of an allowed origin, as its browser says: by `Origin`, or where that is missing by
 * `Sec-Fetch-Site`. No page can make up either header.
 */
export function isAllowedOrigin(
  { origin, fetchSite }: { origin: string | undefined; fetchSite: string | undefined },
  portals: readonly string[],
): boolean {
  return origin === undefined ? fetchSite === 'same-origin' : portals.includes(origin);
}
