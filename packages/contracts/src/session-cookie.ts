/** `<access token>.<refresh token>` (promise A9). `__Host-` restricts it to one host and HTTPS. */
export const sessionCookie = '__Host-session';

/** By `Origin`, or without it by `Sec-Fetch-Site`. Pages cannot set either header. */
export function isAllowedOrigin(
  { origin, fetchSite }: { origin: string | undefined; fetchSite: string | undefined },
  portals: readonly string[],
): boolean {
  return origin === undefined ? fetchSite === 'same-origin' : portals.includes(origin);
}
