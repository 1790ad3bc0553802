import { type LimitName, type LimitOverrides, limits } from '@trust/contracts/limits';
import { type QueryExecutorProvider, sql } from 'kysely';
import { unavailable } from '../http/problem.ts';
import { type LimitState, rateLimited, rateLimitHeaders } from '../http/rate-limiting.ts';
import { instruments } from '../observability/meter.ts';
import { reportLimit } from '../request-scope.ts';
import type { AnyTrx } from './transaction.ts';

export type RateLimits = {
  /**
   * Takes one point; what is left of a limit that the route declares is told in `RateLimit` and `RateLimit-Policy`. Throws 429 with
   * `Retry-After` when none was left, and 503 while nobody can count, unless the limit allows that.
   */
  take(name: LimitName, key: string): Promise<void>;
  /** Takes one point, and tells the caller nothing of it, in no header and no status (promise A2). False when none is left. */
  takeSilently(name: LimitName, key: string): Promise<boolean>;
  /** The same limits, counted in a transaction: what it takes is taken once it commits. For a handler of events. */
  within(trx: AnyTrx): RateLimits;
};

/**
 * Limits that all replicas share, counted in Postgres by the clock of Postgres (promise L1). There are no windows (GCRA): all points
 * may be taken at once, and then one comes back every `seconds / points`; never all of them together, but who waits as long as that.
 */
export function openRateLimits(db: QueryExecutorProvider, overrides: LimitOverrides = {}): RateLimits {
  /** Undefined while nobody can count and the limit allows that. */
  async function count(
    name: LimitName,
    key: string,
  ): Promise<(LimitState & { points: number; allowed: boolean }) | undefined> {
    const { seconds, whenDown } = limits[name];
    const points = overrides[name] ?? limits[name].points;
    // Microseconds, as Postgres counts.
    const step = Math.floor((seconds * 1e6) / points);
    const spread = seconds * 1e6 - step;
    try {
      const { allowed, untilFull } = await takeOne(db, `${name}:${key}`, step, spread);
      const left = allowed ? Math.max(0, Math.floor((step + spread - untilFull) / step)) : 0;
      if (!allowed) instruments().rateLimited.add(1, { 'trust.limit': name });
      return { points, allowed, left, wait: (untilFull - spread + left * step) / 1e6 };
    } catch {
      if (whenDown === 'allow') return undefined;
      throw unavailable();
    }
  }
  return {
    within: (trx) => openRateLimits(trx, overrides),
    async takeSilently(name, key) {
      return (await count(name, key))?.allowed ?? true;
    },
    async take(name, key) {
      const counted = await count(name, key);
      if (!counted) return;
      const { policy, state, wait } = rateLimitHeaders(name, counted.points, limits[name].seconds, counted);
      reportLimit(name, { 'RateLimit-Policy': policy, RateLimit: state });
      if (!counted.allowed) throw rateLimited(wait);
    },
  };
}

/**
 * Takes a point, if there is one: a point is there while the key would be full again within its window. `excluded.full_at` is now and
 * one step, so that one reading of the clock decides. Refused ones write their row as well: they wait for each other, and are exact.
 */
async function takeOne(db: QueryExecutorProvider, key: string, step: number, spread: number) {
  const { rows } = await sql<{ allowed: boolean; untilFull: number }>`
    insert into rate_limit as held (key, full_at, allowed)
    values (${key}, clock_timestamp() + ${step}::float8 * interval '1 microsecond', true)
    on conflict (key) do update set
      allowed = held.full_at + ${step}::float8 * interval '1 microsecond'
        <= excluded.full_at + ${spread}::float8 * interval '1 microsecond',
      full_at = case
        when held.full_at + ${step}::float8 * interval '1 microsecond'
          <= excluded.full_at + ${spread}::float8 * interval '1 microsecond'
        then greatest(held.full_at + ${step}::float8 * interval '1 microsecond', excluded.full_at)
        else held.full_at end
    returning allowed, (extract(epoch from full_at - clock_timestamp()) * 1e6)::float8 as "untilFull"`.execute(db);
  const [standing] = rows;
  if (!standing) throw new Error('An upsert has returned nothing.');
  return standing;
}
