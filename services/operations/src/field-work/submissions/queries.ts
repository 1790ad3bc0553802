import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { FieldPhotoState, FieldSubmission, FieldSubmissionReview, SubmissionOutcome } from '../../db/schema.ts';

export type SubmissionRow = Selectable<FieldSubmission>;
export type SubmissionPhoto = { id: string; state: FieldPhotoState | null };
export type ReviewedSubmission = SubmissionRow & { outcome: SubmissionOutcome | null; photos: SubmissionPhoto[] };

/** Returns undefined if the id is taken. */
export function insertSubmission(trx: Trx, row: Insertable<FieldSubmission>): Promise<SubmissionRow | undefined> {
  return trx
    .insertInto('field_submission')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findSubmission(db: Db, id: string): Promise<ReviewedSubmission | undefined> {
  return submissions(db).where('s.id', '=', id).executeTakeFirst();
}

/** In the order of arrival. */
export function findSubmissions(db: Db, workItemId: string): Promise<ReviewedSubmission[]> {
  return submissions(db).where('s.work_item_id', '=', workItemId).orderBy('s.position').execute();
}

export async function insertReview(trx: Trx, row: Insertable<FieldSubmissionReview>): Promise<void> {
  await trx.insertInto('field_submission_review').values(row).execute();
}

/** The first read of a submission counts for good: its content never changes. */
export async function insertReads(
  db: Db,
  submissionIds: readonly string[],
  { readerId, at }: { readerId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('field_submission_read')
    .values(submissionIds.map((submission_id) => ({ submission_id, reader_id: readerId, read_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function submissions(db: Db) {
  return db
    .selectFrom('field_submission as s')
    .leftJoin('field_submission_review as r', 'r.submission_id', 's.id')
    .selectAll('s')
    .select('r.outcome')
    .select(
      sql<SubmissionPhoto[]>`array(
        select jsonb_build_object('id', named.id, 'state', photo.state)
        from unnest(s.photo_ids) with ordinality named (id, place)
        left join field_photo photo on photo.work_item_id = s.work_item_id and photo.agent_id = s.agent_id
          and photo.photo_id = named.id
        order by named.place)`.as('photos'),
    );
}
