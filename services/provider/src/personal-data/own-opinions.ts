import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import { lockReviewsOf } from '../customers/review-record/review-row.ts';
import { eraseResponses } from '../customers/review-responses/erase-responses.ts';
import { withdrawRequest } from '../provider-record/moderation/request-moderation.ts';

/** Finds what a person wrote in reviews, responses, flags, disputes, reports and appeals. */
export async function findOwnOpinions(trx: Trx, personId: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`select
    (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'text', text, 'isRecommended', is_recommended, 'state', state,
      'submittedAt', submitted_at)), '[]') from review where author_id = ${personId}) as reviews,
    (select coalesce(jsonb_agg(jsonb_build_object('reviewId', review_id, 'text', text, 'respondedAt', responded_at)), '[]')
      from review_response where author_id = ${personId}) as "reviewResponses",
    (select coalesce(jsonb_agg(jsonb_build_object('reviewId', review_id, 'reasonCode', reason_code, 'flaggedAt', flagged_at,
      'hasHidden', has_hidden)),
      '[]') from (select review_id, reason_code, flagged_at, has_hidden from review_flag where flagger_id = ${personId}
        union all select r.review_id, f.reason_code, f.flagged_at, f.has_hidden from review_response_flag f
        join review_response r on r.id = f.response_id where f.flagger_id = ${personId}) flag) as "reviewFlags",
    (select lost_at from lost_standing where person_id = ${personId}) as "flagsHideNothingSince",
    (select coalesce(jsonb_agg(jsonb_build_object('disputeId', dispute_id, 'text', text, 'madeAt', made_at)), '[]')
      from dispute_statement where author_id = ${personId}) as "disputeStatements",
    (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'reasonCode', reason_code, 'statement', statement)), '[]')
      from provider_report where reporter_id = ${personId}) as "providerReports",
    (select coalesce(jsonb_agg(jsonb_build_object('subjectId', subject_id, 'statement', statement)), '[]')
      from moderation_request where requested_by = ${personId} and statement is not null) as appeals`.execute(trx);
  return rows[0] ?? {};
}

/** Texts go; states, codes and ids remain, so that counts and decisions stay true (docs/domain/erasure.md 17). */
export async function eraseOpinions(trx: Trx, personId: string, at: Date): Promise<void> {
  await lockReviewsOf(trx, personId);
  await endRoundsAbout(trx, personId, at);
  await sql`update review set text = null where author_id = ${personId} and text is not null`.execute(trx);
  await eraseResponses(trx, personId, at);
  await sql`delete from review_response_flag where flagger_id = ${personId}`.execute(trx);
  await sql`delete from review_flag where flagger_id = ${personId}`.execute(trx);
  await sql`delete from lost_standing where person_id = ${personId}`.execute(trx);
  await sql`delete from dispute_statement where author_id = ${personId}`.execute(trx);
  await sql`update provider_report set statement = null where reporter_id = ${personId}`.execute(trx);
  await sql`update moderation_request set statement = null
    where requested_by = ${personId} and statement is not null`.execute(trx);
}

/** Nobody decides about a review that nobody can read. Call with the reviews locked. */
async function endRoundsAbout(trx: Trx, authorId: string, at: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select r.id from review r join moderation_request m on m.subject_id = r.id and m.state = 'open'
    where r.author_id = ${authorId} order by r.id`.execute(trx);
  for (const { id } of rows) await withdrawRequest(trx, id, at);
}
