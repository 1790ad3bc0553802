import type { BusinessCalendar } from '@trust/business-calendar/calendar';
import type { TriageFilter } from './conditions.ts';
import { ageSteps, dueRange, slaStatuses, weights } from './priority.ts';

/** Cases of one priority: their due time and opening are in half-open ranges (from, to]. */
export type Level = {
  priority: number;
  /** The cases follow this due time and id. */
  afterDue: string;
  afterId: string;
  dueTo: string;
  openedFrom: string;
  openedTo: string;
};

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Highest priority first. Without escalations, each priority has one level (`weights`). */
export function levelsAt(calendar: BusinessCalendar, asOf: Date, after: TriageFilter['after']): Level[] {
  const steps = ageSteps(calendar, asOf).map((step) => step.toISOString());
  const levels = slaStatuses.flatMap((status) =>
    Array.from({ length: weights.maxAgePoints + 1 }, (_, age) => {
      const priority = weights.sla[status] + age;
      const { dueFrom, dueTo } = dueRange(status, asOf);
      const isStarted = priority === after?.priority;
      return {
        priority,
        afterDue: isStarted ? (after.dueAt ?? 'infinity') : dueFrom,
        afterId: isStarted ? after.id : lastId,
        dueTo,
        // Cases as old as the age component counts: their opening has no lower end.
        openedFrom: age === weights.maxAgePoints ? '-infinity' : (steps[age] as string),
        openedTo: age === 0 ? 'infinity' : (steps[age - 1] as string),
      };
    }),
  );
  const upTo = after?.priority ?? Number.POSITIVE_INFINITY;
  return levels.filter(({ priority }) => priority <= upTo).sort((a, b) => b.priority - a.priority);
}
