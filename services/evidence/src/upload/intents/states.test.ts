import { expect, test } from 'vitest';
import { intentStateNow, sessionStateNow } from './states.ts';

const now = new Date('2026-01-05T09:00:00Z');
const later = new Date('2026-01-05T09:00:01Z');
const minutesAgo = new Date('2026-01-05T08:50:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

test('M4 a requested session is expired from the moment of its expiry on', () => {
  expect(sessionStateNow({ session_state: 'requested', session_expires_at: later }, now)).toBe('requested');
  expect(sessionStateNow({ session_state: 'requested', session_expires_at: now }, now)).toBe('expired');
  expect(sessionStateNow({ session_state: 'confirmed', session_expires_at: minutesAgo }, now)).toBe('confirmed');
});

test.each([
  ['open', 'requested', later, null, 'open'],
  ['uploading', 'requested', later, null, 'uploading'],
  ['uploading', 'requested', minutesAgo, null, 'retryable'],
  ['open', 'requested', daysAgo(30), null, 'expired'],
  ['retryable', 'cancelled', minutesAgo, minutesAgo, 'retryable'],
  ['retryable', 'cancelled', daysAgo(31), daysAgo(30), 'expired'],
  ['submitted', 'confirmed', daysAgo(40), null, 'submitted'],
  ['cancelled', 'cancelled', daysAgo(40), null, 'cancelled'],
] as const)(
  'M4 an intent stored as %s whose session is %s until %s reads as it is now',
  (state, session, expires, since, read) => {
    const intent = { state, session_state: session, session_expires_at: expires, retryable_since: since };
    expect(intentStateNow(intent, now)).toBe(read);
  },
);
