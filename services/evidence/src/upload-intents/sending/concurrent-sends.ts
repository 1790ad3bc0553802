import { rateLimited } from '@trust/service-kit/http/rate-limiting';

/** Sends of parts at a time: of one part, for one intent, of one provider, of one person who may represent many (contract §2). */
const most = { part: 2, intent: 4, provider: 16, person: 16 };
/** Seconds until a client tries again: by then the gateway has ended a send that is too slow. */
const retryAfter = 5;

type Send = Record<keyof typeof most, string>;

export type ConcurrentSends = {
  /** Takes a place for a send until it is disposed of; throws 429 when any of what it is counted by has none left. */
  enter(send: Send): Disposable;
};

/**
 * Counts in this process: each replica has places for uploads of its own, so that a provider's share of all places is the same however
 * many there are (ADR 0028).
 */
export function concurrentSends(): ConcurrentSends {
  const underWay = new Map<string, number>();
  return {
    enter(send) {
      const keys = Object.entries(send).map(([of, id]) => ({ key: `${of} ${id}`, limit: most[of as keyof Send] }));
      if (keys.some(({ key, limit }) => (underWay.get(key) ?? 0) >= limit)) throw rateLimited(retryAfter);
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
