import type { Actor } from '@trust/contracts/actor';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import type { Db, Trx } from '../../app.ts';
import type { TriageFilter } from '../filter.ts';
import { claimedByOther, takenOrNotFound } from '../holding/taken.ts';
import type { TriageItemParams } from '../schema.ts';
import { changeableBy, type Visibility, visibilityOf } from '../visibility.ts';
import { findTriageItems, type TriageRow } from './find-triage-items.ts';

type AtTime = Pick<TriageFilter, 'asOf' | 'calendar'>;

/** An open item that the actor's queue can show, in any open state. */
export async function findOpenItem(db: Db, actor: Actor, params: TriageItemParams, time: AtTime): Promise<TriageRow> {
  const { subjectType: type, subjectId: id } = params;
  const row = await findIn(db, visibilityOf(actor), params, time);
  if (row) return row;
  throw type === 'verification_case' ? await takenOrNotFound(db, { caseId: id, actor, now: time.asOf }) : notFound();
}

/** Every write of the queue but a release takes its item from here. */
export async function findItemToChange(
  trx: Trx,
  actor: Actor,
  params: TriageItemParams,
  time: AtTime,
): Promise<TriageRow> {
  const row = await findOpenItem(trx, actor, params, time);
  const visibility = await changeableBy(trx, actor, time.asOf);
  if (await findIn(trx, visibility, params, time)) return row;
  throw new Problem('separation-of-duties');
}

async function findIn(
  db: Db,
  visibility: Visibility,
  { subjectType: type, subjectId: id }: TriageItemParams,
  time: AtTime,
): Promise<TriageRow | undefined> {
  const filter = { ...time, visibility, subject: { type, id }, snoozed: 'any', limit: 1 } as const;
  const [row] = await findTriageItems(db, filter);
  return row?.subject_type === type ? row : undefined;
}

export async function assertCanWork(db: Db, row: TriageRow, userId: string): Promise<void> {
  if (row.claimed_by !== null && row.claimed_by !== userId) throw await claimedByOther(db, row);
  if (row.can_work) return;
  throw conflict({
    en: 'You cannot work on this item now: it is assigned to another operator or waits for the provider. Or your earlier work or a provider that you stand with excludes you.',
    fr: 'Vous ne pouvez pas traiter cet élément : il est attribué à une autre personne ou attend le prestataire. Ou votre travail antérieur ou un prestataire qui vous est lié vous en écarte.',
  });
}
