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

type Reviewable = {
  is_by_agent: boolean;
  is_by_judge: boolean;
  exposes: boolean;
  lacks_photos: boolean;
};

/** What the guards of a review ask about the last final submission. */
export async function findReviewable(db: Db, workItemId: string, reviewerId: string): Promise<Reviewable | undefined> {
  const { rows } = await sql<Reviewable>`
    select s.agent_id = ${reviewerId} or represents_since(${reviewerId}, i.provider_id, i.opened_at) as is_by_agent,
      exists (
        select from triage_case c where c.case_id = i.case_id
          and ${reviewerId} in (c.reviewer_id, c.decider_id, c.appeal_reviewer_id, c.recommender_id)) as is_by_judge,
      s.exposes_exact_location or s.exposes_personal_data or s.exposes_document_content or s.exposes_other_persons as exposes,
      exists (
        select from unnest(s.photo_ids) named (photo_id)
          left join field_photo photo on photo.work_item_id = s.work_item_id and photo.agent_id = s.agent_id
            and photo.photo_id = named.photo_id
        where photo.state is distinct from 'available') as lacks_photos
    from field_submission s join field_work_item i on i.id = s.work_item_id
    where s.work_item_id = ${workItemId} and s.is_final order by s.position desc limit 1`.execute(db);
  return rows[0];
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
