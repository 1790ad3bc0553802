import { clientNetworkOf, rateLimited, rateLimitHeaders } from '@trust/service-kit/http/rate-limiting';
import { instruments } from '@trust/service-kit/observability/meter';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { AddressExchange, Counts } from './address-exchange.ts';

const seconds = 60;

/**
 * A coarse limit against floods, counted in the memory of each replica of the gateway: a shared count would cost every request a round
 * trip. What the other replicas let through is learnt by `exchange`, a quarter of a second late. The named limits of the routes are
 * shared and exact, in the services.
 */
export function limitedByAddress(points: number, exchange?: AddressExchange): RequestHandler {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  const untold: Counts = new Map();
  exchange?.(untold, (told) => {
    for (const [address, count] of told) void limiter.penalty(address, count);
  });
  return (request, _response, next) => {
    const address = clientNetworkOf(request.ip ?? '');
    limiter.consume(address).then(
      () => {
        if (exchange) untold.set(address, (untold.get(address) ?? 0) + 1);
        next();
      },
      (refused) => {
        if (!(refused instanceof RateLimiterRes)) return next(refused);
        instruments().rateLimited.add(1, { 'trust.limit': 'address' });
        const standing = { left: 0, wait: refused.msBeforeNext / 1000 };
        const { policy, state, wait } = rateLimitHeaders('address', points, seconds, standing);
        next(rateLimited(wait, { 'RateLimit-Policy': policy, RateLimit: state }));
      },
    );
  };
}
