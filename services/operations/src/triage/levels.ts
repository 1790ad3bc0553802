import { dueRange, slaStatuses, weights } from './priority.ts';

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

const dayMs = 86_400_000;
/** Highest priority first. Without escalations, each priority has one level (`weights`). */
export function levelsAt(asOf: Date, upTo = Number.POSITIVE_INFINITY): Level[] {
  const daysAgo = (days: number) => new Date(asOf.getTime() - days * dayMs).toISOString();
  const levels = slaStatuses.flatMap((status) =>
    Array.from({ length: weights.maxAgePoints + 1 }, (_, age) => ({
      priority: weights.sla[status] + age,
      isOldest: age === weights.maxAgePoints,
      ...dueRange(status, asOf),
      openedFrom: age === weights.maxAgePoints ? '-infinity' : daysAgo(age + 1),
      openedTo: age === 0 ? 'infinity' : daysAgo(age),
    })),
  );
  return levels.filter(({ priority }) => priority <= upTo).sort((a, b) => b.priority - a.priority);
}
