import type { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { ReviewResponse } from '../../db/schema.ts';
import type { ResponseState } from './states.ts';

export type ResponseRow = Omit<Selectable<ReviewResponse>, 'state'> & { state: ResponseState };
/** As JSON in a row of its review. */
export type ResponseValue = Omit<ResponseRow, 'responded_at'> & { responded_at: string };
export type ListedResponse = ResponseRow & { category_key: string; provider_id: string };

/** Call with its review locked. */
export async function lockResponse(trx: Trx, reviewId: string): Promise<ResponseRow | undefined> {
  const row = await trx
    .selectFrom('review_response')
    .selectAll()
    .where('review_id', '=', reviewId)
    .forUpdate()
    .executeTakeFirst();
  return row as ResponseRow | undefined;
}

/** Hidden, so that a service of an earlier version does not show it. */
export async function insertPendingResponse(
  trx: Trx,
  response: { review_id: string; author_id: string; text: string; responded_at: Date },
): Promise<ResponseRow> {
  const row = await trx
    .insertInto('review_response')
    .values({ ...response, state: 'pending', is_hidden: true })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as ResponseRow;
}

export async function updateResponse(
  trx: Trx,
  id: string,
  change: { state: ResponseState; is_hidden: boolean; was_hidden?: boolean },
): Promise<void> {
  await trx.updateTable('review_response').set(change).where('id', '=', id).execute();
}

/** The flags of the response are deleted with it. */
export async function deleteResponse(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('review_response').where('id', '=', id).execute();
}

const listed = sql`select p.*, r.category_key, r.provider_id from review_response p join review r on r.id = p.review_id`;

export async function findResponse(db: Db, id: string): Promise<ListedResponse | undefined> {
  const { rows } = await sql<ListedResponse>`${listed} where p.id = ${id}`.execute(db);
  return rows[0];
}

export async function findResponses(
  db: Db,
  providerId: string,
  { after, limit }: PageWindow<TimeAndId>,
): Promise<ListedResponse[]> {
  const { rows } = await sql<ListedResponse>`${listed} where r.provider_id = ${providerId}
    and ${isOlder('p.responded_at', 'p.review_id', after)}
    order by p.responded_at desc, p.review_id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findResponseFlagReasons(db: Db, responseId: string): Promise<ReviewFlagReason[]> {
  const { rows } = await sql<{ reason_code: ReviewFlagReason }>`
    select distinct reason_code from review_response_flag where response_id = ${responseId} order by 1`.execute(db);
  return rows.map(({ reason_code }) => reason_code);
}
