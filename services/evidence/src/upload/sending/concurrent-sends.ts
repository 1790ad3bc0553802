import { rateLimited } from '@trust/service-kit/rate-limits/rate-limiting';
import type { ConcurrentSends } from '../../app.ts';
import { quotaAtOnce } from '../intents/quota-at-once.ts';

/** Concurrent sends (docs/domain/upload.md 18). A person may represent many providers. */
const limits = { part: 2, intent: 4, provider: 16, person: 16 };
/** In seconds: by then the gateway has ended a send that is too slow. */
const retryAfter = 5;

/** Per replica: a provider's share is the same with any number of replicas (ADR 0028). */
export function concurrentSends(): ConcurrentSends {
  const underWay = new Map<string, number>();
  return {
    enter(send) {
      const keys = Object.entries(send).map(([scope, id]) => ({
        key: `${scope} ${id}`,
        scope,
        limit: limits[scope as keyof typeof limits],
      }));
      const full = keys.find(({ key, limit }) => (underWay.get(key) ?? 0) >= limit);
      if (full) throw rateLimited(retryAfter, quotaAtOnce(`sends-of-${full.scope}`, full.limit, retryAfter).headers);
      for (const { key } of keys) underWay.set(key, (underWay.get(key) ?? 0) + 1);
      return {
        [Symbol.dispose]() {
          for (const { key } of keys) {
            const left = (underWay.get(key) ?? 1) - 1;
            if (left > 0) underWay.set(key, left);
            else underWay.delete(key);
          }
        },
      };
    },
  };
}
