import type { BusinessCalendar } from '@trust/business-calendar/calendar';
import { ageSteps, dueRange, slaStatuses, weights } from './priority.ts';

/** Cases of one priority: their due time and opening are in half-open ranges (from, to]. */
export type Level = {
  priority: number;
  /** Cases as old as the age component counts; their opening has no lower end. */
  isOldest: boolean;
  dueFrom: string;
  dueTo: string;
  openedFrom: string;
  openedTo: string;
};

/** Highest priority first. Without escalations, each priority has one level (`weights`). */
export function levelsAt(calendar: BusinessCalendar, asOf: Date, upTo = Number.POSITIVE_INFINITY): Level[] {
  const steps = ageSteps(calendar, asOf).map((step) => step.toISOString());
  const levels = slaStatuses.flatMap((status) =>
    Array.from({ length: weights.maxAgePoints + 1 }, (_, age) => ({
      priority: weights.sla[status] + age,
      isOldest: age === weights.maxAgePoints,
      ...dueRange(status, asOf),
      openedFrom: age === weights.maxAgePoints ? '-infinity' : (steps[age] as string),
      openedTo: age === 0 ? 'infinity' : (steps[age - 1] as string),
    })),
  );
  return levels.filter(({ priority }) => priority <= upTo).sort((a, b) => b.priority - a.priority);
}
