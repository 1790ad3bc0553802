import { expect, test } from 'vitest';
import { nextClock, type SlaClock } from './sla-clock.ts';

const none: SlaClock = { stage: null, dueAt: null, remainingMs: null };
const at = (text: string) => new Date(`2026-01-${text}Z`);
const waiting = { state: 'in_review', hasReviewer: false } as const;
const assigned = { state: 'in_review', hasReviewer: true } as const;
const correcting = { state: 'awaiting_correction', hasReviewer: true } as const;

test('triage has one business day, review three from the assignment', () => {
  const triage = nextClock(none, waiting, at('05T09:00:00'));
  expect(triage.dueAt).toEqual(at('06T09:00:00'));
  expect(nextClock(triage, assigned, at('05T12:00:00')).dueAt).toEqual(at('08T12:00:00'));
});

test('another reviewer and the recommendation do not buy time', () => {
  const review = nextClock(none, assigned, at('05T09:00:00'));
  expect(nextClock(review, assigned, at('06T09:00:00'))).toEqual(review);
  expect(nextClock(review, { state: 'recommended', hasReviewer: true }, at('07T09:00:00'))).toEqual(review);
});

test('the clock stands still while the case waits for the provider', () => {
  const review = nextClock(none, assigned, at('05T09:00:00'));
  const paused = nextClock(review, correcting, at('06T09:00:00'));
  expect(paused).toEqual({ stage: 'review', dueAt: null, remainingMs: 2 * 86_400_000 });
  expect(nextClock(paused, correcting, at('07T09:00:00'))).toEqual(paused);
  expect(nextClock(paused, assigned, at('19T09:00:00')).dueAt).toEqual(at('21T09:00:00'));
});

test('before evidence has come nothing is due, and neither is anything after the decision', () => {
  expect(nextClock(none, { state: 'awaiting_evidence', hasReviewer: false }, at('05T09:00:00'))).toEqual(none);
  const review = nextClock(none, assigned, at('05T09:00:00'));
  expect(nextClock(review, { state: 'decided', hasReviewer: true }, at('06T09:00:00'))).toEqual(none);
});
