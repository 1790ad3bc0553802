import { clockShift } from '@trust/service-kit/clock';
import { instruments } from '@trust/service-kit/observability/meter';
import { clientNetworkOf, rateLimited, rateLimitHeaders } from '@trust/service-kit/rate-limits/rate-limiting';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { AddressExchange, Counts } from './address-exchange.ts';

const seconds = 60;

/** Counts in memory: a shared count would cost a round trip per request. A moved clock of development begins new minutes. */
export function limitByAddress(points: number, exchange?: AddressExchange): (ip: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  const unsent: Counts = new Map();
  exchange?.(unsent, (received) => {
    for (const [address, count] of received) void limiter.penalty(keyOf(address), count);
  });
  const refuse = (refused: unknown) => {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    instruments().rateLimited.add(1, { 'trust.limit': 'address' });
    const exhausted = { left: 0, wait: refused.msBeforeNext / 1000 };
    const { policy, state, wait } = rateLimitHeaders('address', points, seconds, exhausted);
    throw rateLimited(wait, { 'RateLimit-Policy': policy, RateLimit: state });
  };
  return (ip) => {
    const address = clientNetworkOf(ip);
    const count = () => {
      if (exchange) unsent.set(address, (unsent.get(address) ?? 0) + 1);
    };
    return limiter.consume(keyOf(address)).then(count, refuse);
  };
}

function keyOf(address: string): string {
  const shift = clockShift();
  return shift === 0 ? address : `${address} ${shift}`;
}
