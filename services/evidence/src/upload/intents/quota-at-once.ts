/** Headers of a 429 for a quota without a window: how many there may be at a time (IETF draft: `w` is optional). */
export function quotaAtOnce(name: string, quota: number, retryAfter: number) {
  const headers = { 'RateLimit-Policy': `"${name}";q=${quota}`, RateLimit: `"${name}";r=0;t=${retryAfter}` };
  return { headers, retryAfter };
}
