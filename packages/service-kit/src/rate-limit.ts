import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from './problem.ts';

/** What a limit counts by. `key` limits are taken by the handler, with a key that only it knows (an identifier, a challenge). */
type Partition = 'actor' | 'session' | 'provider' | 'ip' | 'key';
type Limit = { points: number; seconds: number; per: Partition };

/** The named limits of the platform (contract §2, spec Limits 2). */
export const limits = {
  'challenge-identity': { points: 3, seconds: 600, per: 'key' },
  'challenge-ip': { points: 25, seconds: 300, per: 'ip' },
  'email-address-day': { points: 50, seconds: 86_400, per: 'key' },
  'sms-number-day': { points: 10, seconds: 86_400, per: 'key' },
  // What an SMS costs (promise A6): asked by a /24 or /64, sent to a block of ten thousand numbers, to a country, in all.
  'sms-network': { points: 100, seconds: 3600, per: 'key' },
  'sms-prefix': { points: 20, seconds: 3600, per: 'key' },
  'sms-country': { points: 300, seconds: 3600, per: 'key' },
  'sms-budget': { points: 500, seconds: 3600, per: 'key' },
  'sms-alarm': { points: 1, seconds: 3600, per: 'key' },
  verify: { points: 10, seconds: 60, per: 'key' },
  'verify-ip': { points: 100, seconds: 300, per: 'ip' },
  'member-sign-in': { points: 10, seconds: 60, per: 'key' },
  'operator-sign-in': { points: 5, seconds: 60, per: 'key' },
  refresh: { points: 30, seconds: 60, per: 'key' },
  'public-search': { points: 60, seconds: 60, per: 'ip' },
  'profile-mutation': { points: 30, seconds: 60, per: 'actor' },
  geocode: { points: 120, seconds: 60, per: 'actor' },
  'upload-session': { points: 20, seconds: 3600, per: 'provider' },
  'evidence-confirm': { points: 30, seconds: 3600, per: 'provider' },
  'account-export': { points: 5, seconds: 86_400, per: 'actor' },
  'privileged-operation': { points: 30, seconds: 60, per: 'actor' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

/** Overrides of points by name, for tests and for an operator in need: `{"verify": 100}`. */
export type LimitOverrides = Partial<Record<LimitName, number>>;

export type RateLimits = {
  /** Takes one point; throws 429 with `Retry-After`, `RateLimit` and `RateLimit-Policy` when none is left. */
  take(name: LimitName, key: string): Promise<void>;
  /** Takes one point, and tells the caller nothing of it, in no header and no status (promise A2). False when none is left. */
  takeSilently(name: LimitName, key: string): Promise<boolean>;
};

/** Limits that all replicas share, counted in Postgres by rate-limiter-flexible (promise L1). */
export function openRateLimits(pool: pg.Pool, overrides: LimitOverrides = {}): RateLimits {
  const limiters = new Map<LimitName, RateLimiterPostgres>();
  const limiterFor = (name: LimitName) => {
    const { seconds } = limits[name];
    const points = overrides[name] ?? limits[name].points;
    const limiter =
      limiters.get(name) ??
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      });
    limiters.set(name, limiter);
    return limiter;
  };
  return {
    async takeSilently(name, key) {
      try {
        await limiterFor(name).consume(key);
        return true;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return false;
        throw refused;
      }
    },
    async take(name, key) {
      const limiter = limiterFor(name);
      try {
        await limiter.consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const wait = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw new Problem(
          'rate-limited',
          { en: `Try again in ${wait} s.`, fr: `Réessayez dans ${wait} s.` },
          {
            retryAfter: wait,
            headers: {
              'RateLimit-Policy': `"${name}";q=${limiter.points};w=${limits[name].seconds}`,
              RateLimit: `"${name}";r=0;t=${wait}`,
            },
          },
        );
      }
    },
  };
}
