import { pruning } from '@trust/service-kit/prune';
import { sql } from 'kysely';

const monthBefore = (now: Date) => new Date(now.getTime() - 30 * 24 * 60 * 60 * 1000);

/** What identity forgets by itself. */
export const prunings = [
  // Of challenges that nobody answered: with its key goes the number or address.
  pruning('data_key', (now) => sql`expires_at <= ${now}`),
  pruning('access_token', (now) => sql`expires_at <= ${now}`),
  pruning('refresh_reply', (now) => sql`expires_at <= ${now}`),
  // Until then using it again ends the session (promise A3); afterwards it is just unknown. The last one of a session goes with it.
  pruning('refresh_token', (now) => sql`expires_at <= ${now} and rotated_at is not null`),
  // Its tokens go along.
  pruning('session', (now) => sql`least(ends_at, revoked_at) < ${monthBefore(now)}`),
  pruning('data_export', (now) => sql`expires_at <= ${now}`),
];
