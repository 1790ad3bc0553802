import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Problem } from './problem.ts';

/** What a limit leaves: whole points, and the seconds until there is one more. */
export type LimitState = { left: number; wait: number };

/** The headers of the IETF draft for one limit: `r` points are left, and one more comes in `t`, which is `wait`: whole seconds, at least 1. */
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

/** What an address counts as: IPv4 the address itself, IPv6 its /64, which one subscriber has. */
export function clientNetworkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
