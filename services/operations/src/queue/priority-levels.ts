import { dueRange, SlaStatus } from '../sla-status.ts';
import type { TriageFilter } from './filter.ts';
import { ageSteps, weights } from './priority.ts';

/** Cases of one priority: their due time and opening are in half-open ranges (from, to]. */
export type Level = {
  priority: number;
  /** The cases follow this due time and id. */
  afterDue: string;
  afterId: string;
  dueTo: string;
  openedFrom: string;
  openedTo: string;
  /** How many cases of each day of opening are read. */
  perDay: number;
};

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type LevelsFilter = Pick<TriageFilter, 'calendar' | 'asOf' | 'after' | 'limit' | 'perOldDay'>;

/** Highest priority first. Without escalations, each priority has one level (`weights`). */
export function levelsAt({ calendar, asOf, after, limit, perOldDay = limit }: LevelsFilter): Level[] {
  const steps = ageSteps(calendar, asOf).map((step) => step.toISOString());
  const levels = SlaStatus.options.flatMap((status) =>
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
        perDay: age === weights.maxAgePoints ? perOldDay : limit,
        openedTo: age === 0 ? 'infinity' : (steps[age - 1] as string),
      };
    }),
  );
  const upTo = after?.priority ?? Number.POSITIVE_INFINITY;
  return levels.filter(({ priority }) => priority <= upTo).sort((a, b) => b.priority - a.priority);
}
