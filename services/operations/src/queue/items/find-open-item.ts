import type { Actor } from '@trust/contracts/actor';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import type { Db } from '../../app.ts';
import type { TriageFilter } from '../filter.ts';
import type { TriageItemParams } from '../schema.ts';
import { visibilityOf } from '../visibility.ts';
import { findTriageItems, type TriageRow } from './find-triage-items.ts';

/** An open item that the actor's queue can show, in any open state. */
export async function findOpenItem(
  db: Db,
  actor: Actor,
  { subjectType: type, subjectId: id }: TriageItemParams,
  { asOf, calendar }: Pick<TriageFilter, 'asOf' | 'calendar'>,
): Promise<TriageRow> {
  const [row] = await findTriageItems(db, {
    visibility: visibilityOf(actor),
    asOf,
    calendar,
    subject: { type, id },
    snoozed: 'any',
    limit: 1,
  });
  if (row?.subject_type !== type) throw notFound();
  return row;
}

export function assertCanWork(row: TriageRow, userId: string): void {
  if (row.claimed_by !== null && row.claimed_by !== userId) throw isHeld(row.claimed_until);
  if (row.can_work) return;
  throw conflict({
    en: 'You cannot work on this item now: it is assigned to another operator, waits for the provider, or your earlier work on it excludes you.',
    fr: 'Vous ne pouvez pas traiter cet élément : il est attribué à une autre personne, attend le prestataire, ou vous êtes déjà intervenu sur ce sujet.',
  });
}

export function isHeld(until: Date | null) {
  const [en, fr] = until ? [` until ${until.toISOString()}`, ` jusqu’au ${until.toISOString()}`] : ['', ''];
  return conflict({
    en: `Another operator holds this item${en}. Take another item, or wait.`,
    fr: `Une autre personne détient cet élément${fr}. Prenez un autre élément, ou attendez.`,
  });
}
