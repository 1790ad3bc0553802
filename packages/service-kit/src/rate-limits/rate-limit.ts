import { type LimitName, type LimitOverrides, limits } from '@trust/contracts/limits';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { AnyTrx } from '../database/transaction.ts';
import { instruments } from '../observability/meter.ts';
import { unavailable } from '../problems/problem.ts';
import { currentRequest } from '../request-scope.ts';
import { type LimitState, rateLimited, rateLimitHeaders } from './rate-limiting.ts';

export type RateLimits = {
  /** Reports the limit in headers. Throws 429 without points, and 503 if it cannot count. */
  take(name: LimitName, key: string): Promise<void>;
  /** Leaves no trace in the response (promise A2). False without points. */
  takeSilently(name: LimitName, key: string): Promise<boolean>;
  /** Counts in a transaction, for event handlers. */
  within(trx: AnyTrx): RateLimits;
};

/** GCRA on Postgres' clock, shared by all replicas (promise L1). */
export function openRateLimits(db: QueryExecutorProvider, overrides: LimitOverrides = {}): RateLimits {
  async function count(
    name: LimitName,
    key: string,
  ): Promise<(LimitState & { points: number; allowed: boolean }) | undefined> {
    const { seconds, whenDown } = limits[name];
    const points = overrides[name] ?? limits[name].points;
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
      currentRequest()?.reportLimit(name, { 'RateLimit-Policy': policy, RateLimit: state });
      if (!counted.allowed) throw rateLimited(wait);
    },
  };
}

// `excluded.full_at` is now plus one step, so the clock is read once. Refused requests write too:
// the row lock keeps the count exact.
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
  if (!standing) throw new Error('The rate limit upsert returned no row.');
  return standing;
}
