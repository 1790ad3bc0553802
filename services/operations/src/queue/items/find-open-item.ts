import type { Actor } from '@trust/contracts/actor';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import type { Db } from '../../app.ts';
import type { TriageFilter } from '../filter.ts';
import { claimedByOther, takenOrNotFound } from '../holding/taken.ts';
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
  if (row?.subject_type === type) return row;
  throw type === 'verification_case' ? await takenOrNotFound(db, { caseId: id, actor, now: asOf }) : notFound();
}

export async function assertCanWork(db: Db, row: TriageRow, userId: string): Promise<void> {
  if (row.claimed_by !== null && row.claimed_by !== userId) throw await claimedByOther(db, row);
  if (row.can_work) return;
  throw conflict({
    en: 'You cannot work on this item now: it is assigned to another operator, waits for the provider, or your earlier work on it excludes you.',
    fr: 'Vous ne pouvez pas traiter cet élément : il est attribué à une autre personne, attend le prestataire, ou vous êtes déjà intervenu sur ce sujet.',
  });
}
