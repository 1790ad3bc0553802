import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { CorrectionItem, CorrectionRequest as CorrectionTable } from '../../db/schema.ts';

export type CorrectionRow = Selectable<CorrectionTable>;
export type CorrectionWithItems = CorrectionRow & { items: Selectable<CorrectionItem>[] };

/** Oldest first. */
export async function correctionsOf(db: Db, caseIds: readonly string[]): Promise<CorrectionWithItems[]> {
  if (caseIds.length === 0) return [];
  const requests = await db
    .selectFrom('correction_request')
    .selectAll()
    .where('case_id', 'in', caseIds)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  if (requests.length === 0) return [];
  const items = await db
    .selectFrom('correction_item')
    .selectAll()
    .where('case_id', 'in', caseIds)
    .orderBy('requirement_key')
    .execute();
  return requests.map((request) => ({
    ...request,
    items: items.filter((item) => item.correction_request_id === request.id),
  }));
}

export async function insertCorrection(
  trx: Trx,
  request: Insertable<CorrectionTable>,
  items: readonly Omit<Insertable<CorrectionItem>, 'correction_request_id' | 'case_id'>[],
): Promise<void> {
  await trx.insertInto('correction_request').values(request).execute();
  const { id: correction_request_id, case_id } = request;
  await trx
    .insertInto('correction_item')
    .values(items.map((item) => ({ ...item, correction_request_id, case_id })))
    .execute();
}

/** Restores the marked evidence that the case still lacks and can still use. */
export async function restoreMarkedEvidence(trx: Trx, correctionRequestId: string): Promise<void> {
  await sql`
    update case_requirement r set evidence_version_id = i.evidence_version_id
    from correction_item i join evidence_version e on e.id = i.evidence_version_id
    where i.correction_request_id = ${correctionRequestId} and r.case_id = i.case_id
      and r.requirement_key = i.requirement_key and r.evidence_version_id is null
      and e.state in ('pending_scan', 'available')`.execute(trx);
}

export type DueReminder = { id: string; provider_id: string; category_key: string; due_at: Date; days_before: number };

/** Returns only the last of several missed reminders. Cases that another transaction changes wait for the next run. */
export async function lockDueReminders(
  trx: Trx,
  { now, days, limit }: { now: Date; days: readonly number[]; limit: number },
): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select c.id, c.provider_id, c.category_key, c.correction_due_at as due_at, step.days_before
    from verification_case c
    cross join lateral (
      select min(d) as days_before from unnest(${days}::int[]) d
      where c.correction_due_at - make_interval(hours => 24 * d) <= ${now}) step
    where c.state = 'awaiting_correction' and c.correction_due_at > ${now} and step.days_before is not null
      and not exists (
        select from correction_reminder s
        where s.case_id = c.id and s.due_at = c.correction_due_at and s.days_before <= step.days_before)
    order by c.correction_due_at limit ${limit} for update of c skip locked`.execute(trx);
  return rows;
}

export async function insertReminder(trx: Trx, { id, due_at, days_before }: DueReminder, at: Date): Promise<boolean> {
  const result = await trx
    .insertInto('correction_reminder')
    .values({ case_id: id, due_at, days_before, sent_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** New documents of a pending appeal that came in its time; others are missing. */
function isDueToReview(now: Date) {
  return sql<boolean>`verification_case.id in (
    select a.evidence_case_id from appeal a
      join case_requirement r on r.case_id = a.evidence_case_id
      join evidence_version e on e.id = r.evidence_version_id and e.state in ('pending_scan', 'available')
    where a.state in ('submitted', 'in_review') and a.evidence_due_at <= ${now})`;
}

/** Evidence cases that still await documents after the deadline of their appeal; `caseId` names one, which the caller has locked. */
export function lockLapsedEvidenceCases(trx: Trx, now: Date, { limit, caseId }: { limit: number; caseId?: string }) {
  return trx
    .selectFrom('verification_case')
    .selectAll()
    .where('state', 'in', ['awaiting_evidence', 'awaiting_correction'])
    .where(isDueToReview(now))
    .$if(caseId !== undefined, (cases) => cases.where('id', '=', caseId ?? ''))
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export function lockOverdueCases(trx: Trx, now: Date, limit: number) {
  return trx
    .selectFrom('verification_case')
    .selectAll()
    .where('state', '=', 'awaiting_correction')
    .where('correction_due_at', '<=', now)
    .where(({ not }) => not(isDueToReview(now)))
    .orderBy('correction_due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** The open request of a case, if it was there when the override was approved. */
export function lockOpenCorrection(trx: Trx, caseId: string, approvedAt: Date): Promise<CorrectionRow | undefined> {
  return trx
    .selectFrom('correction_request')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('state', '=', 'open')
    .where('requested_at', '<=', approvedAt)
    .forUpdate()
    .executeTakeFirst();
}

export async function extendCorrection(trx: Trx, id: string, dueAt: Date): Promise<void> {
  await trx.updateTable('correction_request').set({ due_at: dueAt }).where('id', '=', id).execute();
}
