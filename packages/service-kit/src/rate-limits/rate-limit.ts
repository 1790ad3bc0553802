import { type LimitName, type LimitOverrides, limits } from '@trust/contracts/limits';
import { type QueryExecutorProvider, sql } from 'kysely';
import { databaseNow } from '../clock.ts';
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
    const points = pointsOf(name);
    const { step, spread } = pace(name, points);
    try {
      const { allowed, untilFull } = await takeOne(db, `${name}:${key}`, step, spread);
      if (!allowed) instruments().rateLimited.add(1, { 'trust.limit': name });
      return { points, allowed, ...standingAt(untilFull, step, spread, allowed) };
    } catch (err) {
      if (limits[name].whenDown === 'allow') return undefined;
      throw unavailable({ upstream: 'postgres', reason: `limit ${name} not counted`, err });
    }
  }
  const pointsOf = (name: LimitName) => overrides[name] ?? limits[name].points;

  async function giveBack(name: LimitName, key: string): Promise<void> {
    const points = pointsOf(name);
    const { step, spread } = pace(name, points);
    const untilFull = await giveOne(db, `${name}:${key}`, step);
    report(name, { points, ...standingAt(untilFull, step, spread) });
  }

  return {
    within: (trx) => openRateLimits(trx, overrides),
    async takeSilently(name, key) {
      return (await count(name, key))?.allowed ?? true;
    },
    async take(name, key) {
      const counted = await count(name, key);
      if (!counted) return;
      const wait = report(name, counted);
      if (!counted.allowed) throw rateLimited(wait);
      if (name === refusals || givesBack(name))
        currentRequest()?.taken.push({ name, giveBack: () => giveBack(name, key) });
    },
  };
}

/** Counts requests that were refused, of routes whose limit gives points back. */
const refusals: LimitName = 'refused-request';

export function givesBack(name: LimitName): boolean {
  return 'givesBack' in limits[name];
}

/** Microseconds: `step` for one point, `spread` for all others. */
function pace(name: LimitName, points: number) {
  const whole = limits[name].seconds * 1e6;
  const step = Math.floor(whole / points);
  return { step, spread: whole - step };
}

function standingAt(untilFull: number, step: number, spread: number, allowed = true): LimitState {
  const left = allowed ? Math.max(0, Math.floor((step + spread - untilFull) / step)) : 0;
  return { left, wait: (untilFull - spread + left * step) / 1e6 };
}

/** Returns the seconds until the next point. */
function report(name: LimitName, counted: LimitState & { points: number }): number {
  const { policy, state, wait } = rateLimitHeaders(name, counted.points, limits[name].seconds, counted);
  currentRequest()?.reportLimit(name, { 'RateLimit-Policy': policy, RateLimit: state });
  return wait;
}

/**
 * Ends what the request has taken of limits that give points back: a refusal keeps its point of `refused-request`, a success
 * those of the other limits, and a failure of ours none. A point that cannot be given back returns with time.
 */
export async function settleLimits(outcome: 'success' | 'refused' | 'failed'): Promise<void> {
  for (const { name, giveBack } of currentRequest()?.taken.splice(0) ?? [])
    if (outcome === 'failed' || (name === refusals) === (outcome === 'success'))
      await giveBack().catch(() => undefined);
}

async function giveOne(db: QueryExecutorProvider, key: string, step: number): Promise<number> {
  const { rows } = await sql<{ untilFull: number }>`
    update rate_limit set full_at = full_at - ${step}::float8 * interval '1 microsecond' where key = ${key}
    returning (extract(epoch from full_at - ${databaseNow()}) * 1e6)::float8 as "untilFull"`.execute(db);
  return rows[0]?.untilFull ?? 0;
}

// `excluded.full_at` is now plus one step, so the clock is read once. Refused requests write too:
// the row lock keeps the count exact.
async function takeOne(db: QueryExecutorProvider, key: string, step: number, spread: number) {
  const { rows } = await sql<{ allowed: boolean; untilFull: number }>`
    insert into rate_limit as held (key, full_at, allowed)
    values (${key}, ${databaseNow()} + ${step}::float8 * interval '1 microsecond', true)
    on conflict (key) do update set
      allowed = held.full_at + ${step}::float8 * interval '1 microsecond'
        <= excluded.full_at + ${spread}::float8 * interval '1 microsecond',
      full_at = case
        when held.full_at + ${step}::float8 * interval '1 microsecond'
          <= excluded.full_at + ${spread}::float8 * interval '1 microsecond'
        then greatest(held.full_at + ${step}::float8 * interval '1 microsecond', excluded.full_at)
        else held.full_at end
    returning allowed, (extract(epoch from full_at - ${databaseNow()}) * 1e6)::float8 as "untilFull"`.execute(db);
  const [standing] = rows;
  if (!standing) throw new Error('The rate limit upsert returned no row.');
  return standing;
}
