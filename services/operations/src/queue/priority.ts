import {
  type BusinessCalendar,
  businessDayMs,
  workingTimeBetween,
  workingTimesBefore,
} from '@trust/business-calendar/calendar';

export const slaStatuses = ['breached', 'due_soon', 'on_track', 'paused'] as const;
export type SlaStatus = (typeof slaStatuses)[number];

/** The query uses the same numbers. Status and age together never give one priority twice. */
export const weights = {
  sla: { breached: 120, due_soon: 80, on_track: 40, paused: 0 } satisfies Record<SlaStatus, number>,
  /** One point for each whole business day since the work was opened, up to this maximum. */
  maxAgePoints: 30,
  /** An open escalation because of safety outranks a breached service level. */
  safety: 160,
  /** An appeal has had one decision already. */
  appeal: 30,
  /** A renewal while a claim of the service ends within `expiringDays`. */
  expiringClaim: 25,
  eachEscalation: 20,
  maxEscalationPoints: 60,
};

export const expiringDays = 30;
const dueSoonMs = 8 * 3_600_000;

export function dueSoonUntil(asOf: Date): Date {
  return new Date(asOf.getTime() + dueSoonMs);
}

/** Later than any due time. Queries read a missing due time as `infinity`. */
const end = '9999-12-31T00:00:00.000Z';

/** Due times of a status: after `dueFrom`, at `dueTo` or before. */
export function dueRange(status: SlaStatus, asOf: Date): { dueFrom: string; dueTo: string } {
  const [now, soon] = [asOf.toISOString(), dueSoonUntil(asOf).toISOString()];
  const [dueFrom, dueTo] = {
    breached: ['-infinity', now],
    due_soon: [now, soon],
    on_track: [soon, end],
    paused: [end, 'infinity'],
  }[status] as [string, string];
  return { dueFrom, dueTo };
}

/** Without a due time the clock is paused: the case waits for the provider. */
export function slaStatusOf(dueAt: Date | null, asOf: Date): SlaStatus {
  if (!dueAt) return 'paused';
  if (dueAt <= asOf) return 'breached';
  return dueAt <= dueSoonUntil(asOf) ? 'due_soon' : 'on_track';
}

/** Of an escalation or incident: its clock never pauses, and its status is final once it is resolved. */
export function slaStatusOfWork(work: { due_at: Date; resolved_at: Date | null }, now: Date): SlaStatus {
  if (!work.resolved_at) return slaStatusOf(work.due_at, now);
  return work.resolved_at > work.due_at ? 'breached' : 'on_track';
}

/** Whole business days. */
export function ageDays(calendar: BusinessCalendar, openedAt: Date, asOf: Date): number {
  return Math.floor(workingTimeBetween(calendar, openedAt, asOf) / businessDayMs);
}

/** Work has one point of age for each of these instants at or before which it was opened; the newest first. */
export function ageSteps(calendar: BusinessCalendar, asOf: Date): Date[] {
  const times = Array.from({ length: weights.maxAgePoints }, (_, index) => (index + 1) * businessDayMs);
  return workingTimesBefore(calendar, asOf, times);
}

export const componentNames = ['safety', 'sla', 'age', 'appeal', 'expiring_claim', 'escalations'] as const;

type Ranked = {
  dueAt: Date | null;
  ageDays: number;
  isSafety: boolean;
  isAppeal: boolean;
  isExpiring: boolean;
  escalations: number;
};

/** The priority is the sum of its components (contract §8). */
export function componentsOf(ranked: Ranked, asOf: Date) {
  const { dueAt, isSafety, isAppeal, isExpiring, escalations } = ranked;
  const points: Record<(typeof componentNames)[number], number> = {
    safety: isSafety ? weights.safety : 0,
    sla: weights.sla[slaStatusOf(dueAt, asOf)],
    age: Math.min(ranked.ageDays, weights.maxAgePoints),
    appeal: isAppeal ? weights.appeal : 0,
    expiring_claim: isExpiring ? weights.expiringClaim : 0,
    escalations: Math.min(escalations * weights.eachEscalation, weights.maxEscalationPoints),
  };
  return componentNames.map((name) => ({ name, points: points[name] }));
}
