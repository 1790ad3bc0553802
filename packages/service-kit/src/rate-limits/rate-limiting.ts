import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Problem } from '../problems/problem.ts';

/** `left`: whole points. `wait`: seconds until the next one. */
export type LimitState = { left: number; wait: number };

/** IETF draft: `r` points left, `t` whole seconds to the next, at least 1. */
export function rateLimitHeaders(name: string, points: number, seconds: number, standing: LimitState) {
  const wait = Math.max(1, Math.ceil(standing.wait));
  return {
    policy: `"${name}";q=${points};w=${seconds}`,
    state: `"${name}";r=${Math.max(0, standing.left)};t=${wait}`,
    wait,
  };
}

export function rateLimited(wait: number, headers: Record<string, string> = {}): Problem {
  const detail = {
    en: `Rate limit exceeded. Retry in ${wait} s.`,
    fr: `Limite de débit dépassée. Réessayez dans ${wait} s.`,
  };
  return new Problem('rate-limited', detail, { retryAfter: wait, headers });
}

/** The address to count by: IPv4, or the /64 of IPv6, which one subscriber has. */
export function clientNetworkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
