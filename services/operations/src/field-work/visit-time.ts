import { type BusinessCalendar, dateOf } from '@trust/business-calendar/calendar';
import { conflict, invalid } from '@trust/service-kit/problems/problem';
import type { ItemRow } from './queries.ts';

type Planned = Pick<ItemRow, 'starts_at' | 'ends_at'>;

const earlyMs = 3_600_000;

/** The provider was told of `startsAt`, and nobody is at the door before (docs/domain/field-work.md 33). */
export function assertNotEarly({ starts_at }: Planned, at: Date): void {
  if (!starts_at || at.getTime() >= starts_at.getTime() - earlyMs) return;
  const time = starts_at.toISOString();
  throw conflict({
    en: `The visit is scheduled for ${time}. Start it from one hour before, or ask a manager to schedule it again, which tells the provider.`,
    fr: `La visite est planifiée pour le ${time}. Commencez-la au plus tôt une heure avant, ou demandez à un responsable de la replanifier, ce qui prévient le prestataire.`,
  });
}

const notPlanned = {
  en: 'The visit was not scheduled for this day. Send a day from `startsAt` to `endsAt`, or ask a manager to schedule it again.',
  fr: 'La visite n’était pas planifiée pour ce jour. Envoyez un jour compris entre `startsAt` et `endsAt`, ou demandez à un responsable de la replanifier.',
};

/** Days are those of the calendar's time zone (docs/domain/field-work.md 34). */
export function assertVisitedInTime(
  calendar: BusinessCalendar,
  { starts_at, ends_at }: Planned,
  { visitedOn, at }: { visitedOn: string; at: Date },
): void {
  if (visitedOn > dateOf(calendar, at)) throw invalid('visitedOn', 'must_not_be_future');
  if (!starts_at || !ends_at) return;
  const isPlanned = visitedOn >= dateOf(calendar, starts_at) && visitedOn <= dateOf(calendar, ends_at);
  if (!isPlanned) throw invalid('visitedOn', 'invalid_value', notPlanned);
}
