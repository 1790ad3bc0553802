import { pruneTask } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';
import { deviceDays } from './sessions/known-devices/device-cookie.ts';
import { maxFailures } from './sign-in/failures/queries.ts';

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

export const pruneTasks = [
  // Keys of unused challenges: deleting one makes the identifier unreadable.
  pruneTask('data_key', (now) => sql`expires_at <= ${now}`),
  // A day later: an acceptance of the last moment still has its name when the assignment comes.
  pruneTask('invitation', (now) => sql`expires_at <= ${daysBefore(now, 1)}`),
  pruneTask('access_token', (now) => sql`expires_at <= ${now}`),
  pruneTask('refresh_reply', (now) => sql`expires_at <= ${now}`),
  pruneTask('sign_in_reply', (now) => sql`expires_at <= ${now}`),
  // Until then reuse ends the session (promise A3).
  pruneTask('refresh_token', (now) => sql`expires_at <= ${now}`),
  pruneTask('session', (now) => sql`least(ends_at, revoked_at) < ${daysBefore(now, 30)}`),
  pruneTask('known_device', (now) => sql`last_signed_in_at < ${daysBefore(now, deviceDays)}`),
  pruneTask('sign_in_failure', (now) => sql`last_failed_at < ${daysBefore(now, 30)} and failures < ${maxFailures}`),
  pruneTask('passkey_challenge', (now) => sql`expires_at <= ${now}`),
  pruneTask('passkey_enrolment', (now) => sql`expires_at <= ${now}`),
  pruneTask('data_export', (now) => sql`expires_at <= ${now}`),
  // `npm run sms` reports on the last day (promise A6).
  pruneTask('challenge', (now) => sql`expires_at < ${daysBefore(now, 1)}`),
];
