import {
  addWorkingTime,
  type BusinessCalendar,
  businessDayMs,
  workingTimeBetween,
} from '@trust/business-calendar/calendar';
import type { caseStates } from '@trust/contracts/events/verification';

export type CaseState = (typeof caseStates)[number];

/** Running until `dueAt`, or paused with `remainingMs` of working time left. */
export type SlaClock = { stage: 'triage' | 'review' | 'appeal' | null; dueAt: Date | null; remainingMs: number | null };

const budgets = { triage: businessDayMs, review: 3 * businessDayMs, appeal: 10 * businessDayMs };

export const notStarted: SlaClock = { stage: null, dueAt: null, remainingMs: null };

/** One business day to assign a reviewer, then three to decide; ten for an appeal (docs/domain/work-queue.md 12). */
export function nextClock(
  calendar: BusinessCalendar,
  clock: SlaClock,
  to: { state: CaseState; hasReviewer: boolean },
  at: Date,
): SlaClock {
  switch (to.state) {
    case 'in_review':
      return run(calendar, clock, to.hasReviewer ? 'review' : 'triage', at);
    case 'recommended':
      return run(calendar, clock, 'review', at);
    case 'under_appeal':
      return run(calendar, clock, 'appeal', at);
    case 'awaiting_evidence':
    case 'awaiting_correction':
      return pause(calendar, clock, at);
    default:
      return notStarted;
  }
}

function run(calendar: BusinessCalendar, clock: SlaClock, stage: 'triage' | 'review' | 'appeal', at: Date): SlaClock {
  if (clock.stage !== stage) return { stage, dueAt: addWorkingTime(calendar, at, budgets[stage]), remainingMs: null };
  if (clock.remainingMs === null) return clock;
  return { stage, dueAt: addWorkingTime(calendar, at, clock.remainingMs), remainingMs: null };
}

function pause(calendar: BusinessCalendar, clock: SlaClock, at: Date): SlaClock {
  if (clock.dueAt === null) return clock;
  return { stage: clock.stage, dueAt: null, remainingMs: workingTimeBetween(calendar, at, clock.dueAt) };
}
