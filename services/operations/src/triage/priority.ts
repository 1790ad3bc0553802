export const slaStatuses = ['breached', 'due_soon', 'on_track', 'paused'] as const;
export type SlaStatus = (typeof slaStatuses)[number];

/** What each component is worth. The query that orders the queue counts with these same numbers. */
export const weights = {
  sla: { breached: 100, due_soon: 50, on_track: 10, paused: 0 } satisfies Record<SlaStatus, number>,
  /** A point for each whole day since the case was opened, so many at most. */
  agePointsMost: 30,
};

const dueSoonMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** A due time up to this one is due soon. */
export function dueSoonUntil(asOf: Date): Date {
  return new Date(asOf.getTime() + dueSoonMs);
}

/** No due time: the case waits for the provider and the clock stands still. */
export function slaStatusOf(dueAt: Date | null, asOf: Date): SlaStatus {
  if (!dueAt) return 'paused';
  if (dueAt <= asOf) return 'breached';
  return dueAt <= dueSoonUntil(asOf) ? 'due_soon' : 'on_track';
}

export function ageDays(openedAt: Date, asOf: Date): number {
  return Math.max(0, Math.floor((asOf.getTime() - openedAt.getTime()) / dayMs));
}

/** The named parts of a case's priority at an instant; their sum is the priority (contract §8). */
export function componentsOf({ dueAt, openedAt }: { dueAt: Date | null; openedAt: Date }, asOf: Date) {
  return [
    { name: 'sla' as const, points: weights.sla[slaStatusOf(dueAt, asOf)] },
    { name: 'age' as const, points: Math.min(ageDays(openedAt, asOf), weights.agePointsMost) },
  ];
}
