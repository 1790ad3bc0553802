export const slaStatuses = ['breached', 'due_soon', 'on_track', 'paused'] as const;
export type SlaStatus = (typeof slaStatuses)[number];

/** The query that orders the queue uses the same numbers. */
export const weights = {
  sla: { breached: 100, due_soon: 50, on_track: 10, paused: 0 } satisfies Record<SlaStatus, number>,
  /** One point for each whole day since the case was opened, up to this maximum. */
  maxAgePoints: 30,
};

const dueSoonMs = 8 * 3_600_000;
const dayMs = 86_400_000;

export function dueSoonUntil(asOf: Date): Date {
  return new Date(asOf.getTime() + dueSoonMs);
}

/** Without a due time the clock is paused: the case waits for the provider. */
export function slaStatusOf(dueAt: Date | null, asOf: Date): SlaStatus {
  if (!dueAt) return 'paused';
  if (dueAt <= asOf) return 'breached';
  return dueAt <= dueSoonUntil(asOf) ? 'due_soon' : 'on_track';
}

/** Of an escalation or incident, whose clock never pauses. Resolving it fixes the status. */
export function slaStatusOfWork(work: { due_at: Date; resolved_at: Date | null }, now: Date): SlaStatus {
  if (!work.resolved_at) return slaStatusOf(work.due_at, now);
  return work.resolved_at > work.due_at ? 'breached' : 'on_track';
}

export function ageDays(openedAt: Date, asOf: Date): number {
  return Math.max(0, Math.floor((asOf.getTime() - openedAt.getTime()) / dayMs));
}

/** The priority is the sum of its components (contract §8). */
export function componentsOf({ dueAt, openedAt }: { dueAt: Date | null; openedAt: Date }, asOf: Date) {
  return [
    { name: 'sla' as const, points: weights.sla[slaStatusOf(dueAt, asOf)] },
    { name: 'age' as const, points: Math.min(ageDays(openedAt, asOf), weights.maxAgePoints) },
  ];
}
