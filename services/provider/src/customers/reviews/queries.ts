import type { ReviewDecisionReason, ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Review } from '../../db/schema.ts';
import type { ReviewRow } from '../review-record/review-row.ts';
import type { ResponseValue } from '../review-responses/queries.ts';

export type ShownReview = ReviewRow & { response: ResponseValue | null };

/** Undefined if the interaction has a review. */
export async function insertReview(trx: Trx, row: Insertable<Review>): Promise<ReviewRow | undefined> {
  const inserted = await trx
    .insertInto('review')
    .values(row)
    .onConflict((conflict) => conflict.column('interaction_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted as ReviewRow | undefined;
}

export async function findReviewIdOf(trx: Trx, interactionId: string): Promise<string> {
  const { id } = await trx
    .selectFrom('review')
    .select('id')
    .where('interaction_id', '=', interactionId)
    .executeTakeFirstOrThrow();
  return id;
}

const shown = sql`select r.*, to_jsonb(p) as response
  from review r left join review_response p on p.review_id = r.id`;

/** Repetitions are of accounts of one mailbox too: `name+1@` and `name+2@` are one person. */
export async function findReview(db: Db, id: string): Promise<(ShownReview & { repetitions: number }) | undefined> {
  const { rows } = await sql<ShownReview & { repetitions: number }>`
    select found.*, (select count(*)::int - 1 from review o
      where o.provider_id = found.provider_id and (o.author_id = found.author_id or exists (
        select from verified_contacts own join verified_contacts other on other.mailboxes && own.mailboxes
        where own.person_id = found.author_id and other.person_id = o.author_id))) as repetitions
    from (${shown} where r.id = ${id}) found`.execute(db);
  return rows[0];
}

export type PublishedReview = ShownReview & { published_at: Date; text: string; is_of_earlier_name: boolean };

/** Newest first. Hidden ones are flagged as harmful or illegal: the public does not see them. */
export async function findShownReviews(
  db: Db,
  providerId: string,
  { after, limit, withHidden = false }: PageWindow<TimeAndId> & { withHidden?: boolean },
): Promise<PublishedReview[]> {
  const { rows } = await sql<PublishedReview>`
    select r.*, to_jsonb(p) as response, exists (
        select from provider v join claim_subject s on s.provider_id = v.id and s.about <> 'premises'
          left join claim_subject present on present.provider_id = v.id and present.about = s.about and present.ended_at is null
        where v.id = r.provider_id and v.kind = 'individual'
          and s.named_at <= i.recorded_at and s.ended_at > i.recorded_at
          and coalesce(s.same_name_subject_id, s.id) is distinct from coalesce(present.same_name_subject_id, present.id)
      ) as is_of_earlier_name
    from review r join interaction i on i.id = r.interaction_id left join review_response p on p.review_id = r.id
    where r.provider_id = ${providerId} and r.state in ('published', 'flagged') and r.text is not null
      and (${withHidden} or not r.is_hidden) and ${isOlder('r.published_at', 'r.id', after)}
    order by r.published_at desc, r.id desc limit ${limit}`.execute(db);
  return rows;
}

/** In every state, newest first. */
export async function findReviewsOf(db: Db, authorId: string, { after, limit }: PageWindow<TimeAndId>) {
  const { rows } = await sql<ShownReview & { public_provider_id: string; display_name: string | null }>`
    select r.*, to_jsonb(p) as response, v.public_provider_id, v.public_name as display_name
    from review r
    join provider v on v.id = r.provider_id
    left join review_response p on p.review_id = r.id
    where r.author_id = ${authorId} and ${isOlder('r.submitted_at', 'r.id', after)}
    order by r.submitted_at desc, r.id desc limit ${limit}`.execute(db);
  return rows;
}

export type Counts = {
  published: number;
  recommended: number;
  underExamination: number;
  ended: { state: 'removed' | 'rejected'; reasonCode: ReviewDecisionReason; count: number }[];
};

/** Of the shown reviews of one author, the newest counts. */
export async function countReviews(db: Db, providerId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where is_shown and is_newest)::int as published,
      count(*) filter (where is_shown and is_newest and is_recommended)::int as recommended,
      count(*) filter (where is_hidden)::int as "underExamination",
      (select coalesce(jsonb_agg(jsonb_build_object('state', state, 'reasonCode', end_reason, 'count', count)
          order by end_reason), '[]')
        from (select state, end_reason, count(*)::int as count from review
              where provider_id = ${providerId} and state in ('removed', 'rejected') group by 1, 2) ended) as ended
    from (select *, row_number() over (partition by author_id, is_shown order by published_at desc, id desc) = 1 as is_newest
          from (select *, state in ('published', 'flagged') and not is_hidden and text is not null as is_shown
                from review where provider_id = ${providerId}) review) review`.execute(db);
  return rows[0] ?? { published: 0, recommended: 0, underExamination: 0, ended: [] };
}

export async function findFlagReasons(db: Db, reviewId: string): Promise<ReviewFlagReason[]> {
  const { rows } = await sql<{ reason_code: ReviewFlagReason }>`
    select distinct reason_code from review_flag where review_id = ${reviewId} order by 1`.execute(db);
  return rows.map(({ reason_code }) => reason_code);
}
