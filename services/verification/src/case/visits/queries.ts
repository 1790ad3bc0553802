import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { FieldSubmission, FieldVisit as FieldVisitTable } from '../../db/schema.ts';

export type VisitRow = Selectable<FieldVisitTable>;
export type VisitWithSubmission = Awaited<ReturnType<typeof visitsOf>>[number];

type VisitChanges = Partial<
  Pick<VisitRow, 'state' | 'work_item_id' | 'starts_at' | 'ends_at' | 'end_reason' | 'ended_at'>
>;

/** Oldest first. */
export function visitsOf(db: Db, caseIds: readonly string[]) {
  if (caseIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('field_visit as v')
    .leftJoin('field_submission as s', 's.field_visit_id', 'v.id')
    .selectAll('v')
    .select([
      's.id as submission_id',
      's.observations',
      's.public_summary',
      's.visited_on',
      's.accepted_at',
      's.is_place_confirmed',
    ])
    .where('v.case_id', 'in', caseIds)
    .orderBy('v.requested_at')
    .orderBy('v.id')
    .execute();
}

export async function findVisit(db: Db, id: string): Promise<VisitWithSubmission | undefined> {
  const visit = await db.selectFrom('field_visit').select('case_id').where('id', '=', id).executeTakeFirst();
  return visit && (await visitsOf(db, [visit.case_id])).find((one) => one.id === id);
}

/** Undefined if the requirement already has an open visit (promise M3). */
export function insertVisit(trx: Trx, values: Insertable<FieldVisitTable>): Promise<VisitRow | undefined> {
  return trx
    .insertInto('field_visit')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function lockVisit(trx: Trx, id: string): Promise<VisitRow | undefined> {
  return trx.selectFrom('field_visit').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function lockVisitOfItem(trx: Trx, workItemId: string): Promise<VisitRow | undefined> {
  return trx
    .selectFrom('field_visit')
    .selectAll()
    .where('work_item_id', '=', workItemId)
    .forUpdate()
    .executeTakeFirst();
}

export function lockOpenVisit(
  trx: Trx,
  { caseId, requirementKey }: { caseId: string; requirementKey: string },
): Promise<VisitRow | undefined> {
  return trx
    .selectFrom('field_visit')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('requirement_key', '=', requirementKey)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export function updateVisit(trx: Trx, { id, state }: VisitRow, changes: VisitChanges): Promise<VisitRow> {
  return trx
    .updateTable('field_visit')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertSubmission(trx: Trx, values: Insertable<FieldSubmission>): Promise<void> {
  await trx.insertInto('field_submission').values(values).execute();
}

/** True after a check or a recommendation, which nothing undoes. */
export async function hasJudged(trx: Trx, personId: string, caseId: string): Promise<boolean> {
  const { rows } = await sql`
    select from case_check where case_id = ${caseId} and checked_by = ${personId}
    union all select from recommendation where case_id = ${caseId} and recommender_id = ${personId} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Newest first. Without the subject of a visit that an earlier release requested. */
export function submissionsOf(
  db: Db,
  caseId: string,
  requirementKey: string,
): Promise<{ id: string; subject_id: string | null; is_place_confirmed: boolean | null }[]> {
  return db
    .selectFrom('field_submission as s')
    .innerJoin('field_visit as v', 'v.id', 's.field_visit_id')
    .select(['s.id', 'v.subject_id', 's.is_place_confirmed'])
    .where('s.case_id', '=', caseId)
    .where('s.requirement_key', '=', requirementKey)
    .orderBy('s.accepted_at', 'desc')
    .execute();
}
