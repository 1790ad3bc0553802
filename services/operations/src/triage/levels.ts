import { dueSoonUntil, type SlaStatus, weights } from './priority.ts';

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
/** Later than any due time. The query reads a missing due time as `infinity`. */
const end = '9999-12-31T00:00:00.000Z';

/** Highest priority first. Without escalations, each priority has one level (`weights`). */
export function levelsAt(asOf: Date, upTo = Number.POSITIVE_INFINITY): Level[] {
  const due: Record<SlaStatus, [string, string]> = {
    breached: ['-infinity', asOf.toISOString()],
    due_soon: [asOf.toISOString(), dueSoonUntil(asOf).toISOString()],
    on_track: [dueSoonUntil(asOf).toISOString(), end],
    paused: [end, 'infinity'],
  };
  const daysAgo = (days: number) => new Date(asOf.getTime() - days * dayMs).toISOString();
  const levels = Object.entries(due).flatMap(([status, [dueFrom, dueTo]]) =>
    Array.from({ length: weights.maxAgePoints + 1 }, (_, age) => ({
      priority: weights.sla[status as SlaStatus] + age,
      isOldest: age === weights.maxAgePoints,
      ...{ dueFrom, dueTo },
      openedFrom: age === weights.maxAgePoints ? '-infinity' : daysAgo(age + 1),
      openedTo: age === 0 ? 'infinity' : daysAgo(age),
    })),
  );
  return levels.filter(({ priority }) => priority <= upTo).sort((a, b) => b.priority - a.priority);
}
