import {
  type BusinessCalendar,
  businessDayMs,
  workingTimeBetween,
  workingTimesBefore,
} from '@trust/business-calendar/calendar';
import { valueList } from '@trust/contracts/values/value-list';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { dueSoonUntil, type SlaStatus, slaStatusOf } from '../sla-status.ts';

/** The query uses the same numbers. Status and age together never give one priority twice. */
export const weights = {
  sla: { breached: 120, due_soon: 80, on_track: 40, paused: 0 } satisfies Record<SlaStatus, number>,
  /** One point for each whole business day since the work was opened, up to this maximum. */
  maxAgePoints: 30,
  /** An open escalation because of safety, or an urgent report, outranks a breached service level. */
  safety: 160,
  /** An appeal has had one decision already. */
  appeal: 30,
  /** A renewal while a claim of the service ends within `expiringDays`. */
  expiringClaim: 25,
  eachEscalation: 20,
  maxEscalationPoints: 60,
};

/** Whole business days. */
export function ageDays(calendar: BusinessCalendar, openedAt: Date, asOf: Date): number {
  return Math.floor(workingTimeBetween(calendar, openedAt, asOf) / businessDayMs);
}

/** Work has one point of age for each of these instants at or before which it was opened; the newest first. */
export function ageSteps(calendar: BusinessCalendar, asOf: Date): Date[] {
  const times = Array.from({ length: weights.maxAgePoints }, (_, index) => (index + 1) * businessDayMs);
  return workingTimesBefore(calendar, asOf, times);
}

export const ComponentName = valueList('priorityComponent', {
  safety: {
    en: 'Safety',
    fr: 'Sécurité',
    means: {
      en: 'From an open escalation because of safety, or a report of danger or fraud.',
      fr: 'Signalement interne ouvert pour la sécurité, ou signalement de danger ou de fraude.',
    },
  },
  sla: {
    en: 'Service level',
    fr: 'Niveau de service',
    means: { en: 'From the service level.', fr: 'Niveau de service.' },
  },
  age: { en: 'Age', fr: 'Ancienneté', means: { en: 'From the age of the item.', fr: 'Ancienneté de l’élément.' } },
  appeal: { en: 'Appeal', fr: 'Recours', means: { en: 'From an appeal.', fr: 'Recours.' } },
  expiring_claim: {
    en: 'Expiring claim',
    fr: 'Attestation bientôt expirée',
    means: {
      en: 'From a claim that ends within 30 days, on a renewal.',
      fr: 'Attestation qui prend fin dans les 30 jours, pour un renouvellement.',
    },
  },
  escalations: {
    en: 'Escalations',
    fr: 'Signalements internes',
    means: { en: 'From open escalations that you can see.', fr: 'Signalements internes ouverts que vous pouvez voir.' },
  },
});

type Ranked = {
  dueAt: Date | null;
  ageDays: number;
  isSafety: boolean;
  isAppeal: boolean;
  isExpiring: boolean;
  escalations: number;
};

/** The priority is the sum of its components (docs/domain/work-queue.md 7). */
export function componentsOf(ranked: Ranked, asOf: Date) {
  const { dueAt, isSafety, isAppeal, isExpiring, escalations } = ranked;
  const points: Record<z.output<typeof ComponentName>, number> = {
    safety: isSafety ? weights.safety : 0,
    sla: weights.sla[slaStatusOf(dueAt, asOf)],
    age: Math.min(ranked.ageDays, weights.maxAgePoints),
    appeal: isAppeal ? weights.appeal : 0,
    expiring_claim: isExpiring ? weights.expiringClaim : 0,
    escalations: Math.min(escalations * weights.eachEscalation, weights.maxEscalationPoints),
  };
  return ComponentName.options.map((name) => ({ name, points: points[name] }));
}

/** In SQL, the sum of `componentsOf`. */
export function priority({ calendar, asOf }: { calendar: BusinessCalendar; asOf: Date }): RawBuilder<number> {
  const { sla, safety, appeal, expiringClaim, eachEscalation, maxEscalationPoints } = weights;
  return sql`(case
      when due_at is null then ${sla.paused}::int
      when due_at <= ${asOf} then ${sla.breached}::int
      when due_at <= ${dueSoonUntil(asOf)} then ${sla.due_soon}::int
      else ${sla.on_track}::int
    end)
    + (select count(*)::int from unnest(${ageSteps(calendar, asOf)}::timestamptz[]) step where opened_at <= step)
    + (case when is_safety then ${safety}::int else 0 end)
    + (case when kind = 'case_appeal' then ${appeal}::int else 0 end)
    + (case when is_expiring then ${expiringClaim}::int else 0 end)
    + least(${maxEscalationPoints}::int, escalations * ${eachEscalation}::int)`;
}
