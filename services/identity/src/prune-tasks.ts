import { pruneTask } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';
import { deviceDays } from './known-devices/device-cookie.ts';
import { mostFailures } from './sign-in-failures/queries.ts';

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

/** What identity forgets by itself. */
export const pruneTasks = [
  // Of challenges that nobody answered: with its key goes the number or address.
  pruneTask('data_key', (now) => sql`expires_at <= ${now}`),
  pruneTask('invitation', (now) => sql`expires_at <= ${now}`),
  pruneTask('access_token', (now) => sql`expires_at <= ${now}`),
  pruneTask('refresh_reply', (now) => sql`expires_at <= ${now}`),
  // Until then using it again ends the session (promise A3); afterwards it is just unknown. The last one of a session goes with it.
  pruneTask('refresh_token', (now) => sql`expires_at <= ${now} and rotated_at is not null`),
  // Its tokens go along.
  pruneTask('session', (now) => sql`least(ends_at, revoked_at) < ${daysBefore(now, 30)}`),
  pruneTask('known_device', (now) => sql`last_signed_in_at < ${daysBefore(now, deviceDays)}`),
  pruneTask('sign_in_failure', (now) => sql`last_failed_at < ${daysBefore(now, 30)} and failures < ${mostFailures}`),
  pruneTask('data_export', (now) => sql`expires_at <= ${now}`),
  // Kept for a day, over which it is watched who answers (promise A6).
  pruneTask('challenge', (now) => sql`expires_at < ${daysBefore(now, 1)}`),
];
