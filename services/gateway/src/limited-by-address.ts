import { rateLimited, rateLimitHeaders } from '@trust/service-kit/rate-limit';
import { subscriberOf } from '@trust/service-kit/subscriber';
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const seconds = 60;

/**
 * A coarse limit against floods, counted in the memory of each replica of the gateway: it is there to keep this process alive, and a
 * shared count would cost every request a round trip. The named limits of the routes are shared and exact, in the services.
 */
export function limitedByAddress(points: number): RequestHandler {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return (request, _response, next) => {
    limiter.consume(subscriberOf(request.ip ?? '')).then(
      () => next(),
      (refused) => {
        if (!(refused instanceof RateLimiterRes)) return next(refused);
        const { policy, state, wait } = rateLimitHeaders('address', points, seconds, {
          left: 0,
          wait: refused.msBeforeNext / 1000,
        });
        next(rateLimited(wait, { 'RateLimit-Policy': policy, RateLimit: state }));
      },
    );
  };
}
