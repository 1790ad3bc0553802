import { france } from '@trust/business-calendar/france';
import { expect, test } from 'vitest';
import { nextClock, type SlaClock } from './sla-clock.ts';

const none: SlaClock = { stage: null, dueAt: null, remainingMs: null };
const at = (text: string) => new Date(`2026-01-${text}Z`);
const waiting = { state: 'in_review', hasReviewer: false } as const;
const assigned = { state: 'in_review', hasReviewer: true } as const;
const correcting = { state: 'awaiting_correction', hasReviewer: true } as const;

test('allows one business day for triage and three for review from the assignment', () => {
  const triage = nextClock(france, none, waiting, at('05T09:00:00'));
  expect(triage.dueAt).toEqual(at('06T09:00:00'));
  expect(nextClock(france, triage, assigned, at('05T12:00:00')).dueAt).toEqual(at('08T12:00:00'));
});

test('keeps the due time after a reassignment and a recommendation', () => {
  const review = nextClock(france, none, assigned, at('05T09:00:00'));
  expect(nextClock(france, review, assigned, at('06T09:00:00'))).toEqual(review);
  expect(nextClock(france, review, { state: 'recommended', hasReviewer: true }, at('07T09:00:00'))).toEqual(review);
});

test('pauses while the case waits for the provider', () => {
  const review = nextClock(france, none, assigned, at('05T09:00:00'));
  const paused = nextClock(france, review, correcting, at('06T09:00:00'));
  expect(paused).toEqual({ stage: 'review', dueAt: null, remainingMs: 2 * 86_400_000 });
  expect(nextClock(france, paused, correcting, at('07T09:00:00'))).toEqual(paused);
  expect(nextClock(france, paused, assigned, at('19T09:00:00')).dueAt).toEqual(at('21T09:00:00'));
});

test('has no due time before evidence arrives and after the decision', () => {
  expect(nextClock(france, none, { state: 'awaiting_evidence', hasReviewer: false }, at('05T09:00:00'))).toEqual(none);
  const review = nextClock(france, none, assigned, at('05T09:00:00'));
  expect(nextClock(france, review, { state: 'decided', hasReviewer: true }, at('06T09:00:00'))).toEqual(none);
});

test('allows ten business days for an appeal', () => {
  const decided = nextClock(france, none, { state: 'decided', hasReviewer: true }, at('05T09:00:00'));
  expect(nextClock(france, decided, { state: 'under_appeal', hasReviewer: true }, at('05T09:00:00')).dueAt).toEqual(
    at('19T09:00:00'),
  );
});
