import { type QueryExecutorProvider, sql } from 'kysely';
import type { AnyTrx } from './db.ts';
import { measure } from './meter.ts';
import { Problem, unavailable } from './problem.ts';
import { tellLimit } from './request-scope.ts';

/** What a limit counts by. `key` limits are taken by the handler, with a key that only it knows (an identifier, a challenge). */
type Partition = 'actor' | 'session' | 'provider' | 'ip' | 'key';
/**
 * `whenDown`: what happens while nobody can count (promise L2). What guards a secret, costs money or is privileged is refused
 * then; what is only read or written by somebody signed in goes on.
 */
type Limit = { points: number; seconds: number; per: Partition; whenDown: 'refuse' | 'allow' };

/** The named limits of the platform (contract §2, spec Limits 2). */
export const limits = {
  'challenge-identity': { points: 3, seconds: 600, per: 'key', whenDown: 'refuse' },
  'challenge-ip': { points: 25, seconds: 300, per: 'ip', whenDown: 'refuse' },
  'email-address-day': { points: 50, seconds: 86_400, per: 'key', whenDown: 'refuse' },
  'sms-number-day': { points: 10, seconds: 86_400, per: 'key', whenDown: 'refuse' },
  // What an SMS costs (promise A6): asked by a /24 or /64, sent to a block of ten thousand numbers, to a country, in all.
  'sms-network': { points: 100, seconds: 3600, per: 'key', whenDown: 'refuse' },
  'sms-prefix': { points: 20, seconds: 3600, per: 'key', whenDown: 'refuse' },
  'sms-country': { points: 300, seconds: 3600, per: 'key', whenDown: 'refuse' },
  'sms-budget': { points: 500, seconds: 3600, per: 'key', whenDown: 'refuse' },
  'sms-alarm': { points: 1, seconds: 3600, per: 'key', whenDown: 'refuse' },
  'contact-point': { points: 10, seconds: 3600, per: 'actor', whenDown: 'refuse' },
  // How often a number or address is told that it is invited, and how often a provider invites.
  'invitation-contact': { points: 3, seconds: 86_400, per: 'key', whenDown: 'refuse' },
  invitation: { points: 20, seconds: 86_400, per: 'provider', whenDown: 'refuse' },
  verify: { points: 10, seconds: 60, per: 'key', whenDown: 'refuse' },
  'verify-ip': { points: 100, seconds: 300, per: 'ip', whenDown: 'refuse' },
  'member-sign-in': { points: 10, seconds: 60, per: 'key', whenDown: 'refuse' },
  'operator-sign-in': { points: 5, seconds: 60, per: 'key', whenDown: 'refuse' },
  refresh: { points: 30, seconds: 60, per: 'key', whenDown: 'refuse' },
  'public-search': { points: 60, seconds: 60, per: 'ip', whenDown: 'allow' },
  'profile-mutation': { points: 30, seconds: 60, per: 'actor', whenDown: 'allow' },
  geocode: { points: 120, seconds: 60, per: 'actor', whenDown: 'allow' },
  'upload-session': { points: 20, seconds: 3600, per: 'provider', whenDown: 'refuse' },
  'evidence-confirm': { points: 30, seconds: 3600, per: 'provider', whenDown: 'refuse' },
  'account-export': { points: 5, seconds: 86_400, per: 'actor', whenDown: 'refuse' },
  'privileged-operation': { points: 30, seconds: 60, per: 'actor', whenDown: 'refuse' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

/** Overrides of points by name, for tests and for an operator in need: `{"verify": 100}`. */
export type LimitOverrides = Partial<Record<LimitName, number>>;

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

/** What a limit leaves: whole points, and the seconds until there is one more. */
export type Standing = { left: number; wait: number };

/**
 * Limits that all replicas share, counted in Postgres by the clock of Postgres (promise L1). There are no windows (GCRA): all points
 * may be taken at once, and then one comes back every `seconds / points`; never all of them together, but who waits as long as that.
 */
export function openRateLimits(db: QueryExecutorProvider, overrides: LimitOverrides = {}): RateLimits {
  /** Undefined while nobody can count and the limit allows that. */
  async function count(
    name: LimitName,
    key: string,
  ): Promise<(Standing & { points: number; allowed: boolean }) | undefined> {
    const { seconds, whenDown } = limits[name];
    const points = overrides[name] ?? limits[name].points;
    // Microseconds, as Postgres counts.
    const step = Math.floor((seconds * 1e6) / points);
    const spread = seconds * 1e6 - step;
    try {
      const { allowed, untilFull } = await takeOne(db, `${name}:${key}`, step, spread);
      const left = allowed ? Math.max(0, Math.floor((step + spread - untilFull) / step)) : 0;
      if (!allowed) measure().rateLimited.add(1, { 'trust.limit': name });
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
      tellLimit(name, { 'RateLimit-Policy': policy, RateLimit: state });
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

/** The headers of the IETF draft for one limit: `r` points are left, and one more comes in `t`, which is `wait`: whole seconds, at least 1. */
export function rateLimitHeaders(name: string, points: number, seconds: number, standing: Standing) {
  const wait = Math.max(1, Math.ceil(standing.wait));
  return {
    policy: `"${name}";q=${points};w=${seconds}`,
    state: `"${name}";r=${Math.max(0, standing.left)};t=${wait}`,
    wait,
  };
}

export function rateLimited(wait: number, headers: Record<string, string> = {}): Problem {
  const detail = { en: `Try again in ${wait} s.`, fr: `Réessayez dans ${wait} s.` };
  return new Problem('rate-limited', detail, { retryAfter: wait, headers });
}
