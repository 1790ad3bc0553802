import type { ReviewState } from '@trust/contracts/events/customers';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Review } from '../../db/schema.ts';

export type ReviewRow = Omit<Selectable<Review>, 'state'> & { state: ReviewState };

export async function lockReview(trx: Trx, id: string): Promise<ReviewRow | undefined> {
  const row = await trx.selectFrom('review').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as ReviewRow | undefined;
}

/** Those that the person wrote or responded to, before any request about them. */
export async function lockReviewsOf(trx: Trx, personId: string): Promise<void> {
  await sql`select from review
    where author_id = ${personId} or id in (select review_id from review_response where author_id = ${personId})
    order by id for update`.execute(trx);
}

type Change = Partial<
  Pick<ReviewRow, 'state' | 'is_hidden' | 'was_hidden' | 'published_at' | 'ended_at' | 'end_reason'>
>;

export async function updateReview(trx: Trx, id: string, change: Change): Promise<void> {
  await trx.updateTable('review').set(change).where('id', '=', id).execute();
}
