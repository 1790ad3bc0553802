import type { z } from 'zod';
import type { Trx } from '../app.ts';
import { findRequests } from '../moderation/queries.ts';
import { findFlagReasons, findReview, type findReviewsOf, type ShownReview } from './queries.ts';
import type { AccountReview, PublicReview, Review } from './schema.ts';

function responseOf({ response_text: text, responded_at }: ShownReview) {
  return text === null || responded_at === null ? null : { text, respondedAt: responded_at.toISOString() };
}

export function publicReview(row: ShownReview & { published_at: Date; text: string }): z.input<typeof PublicReview> {
  return {
    id: row.id,
    categoryKey: row.category_key,
    isRecommended: row.is_recommended,
    text: row.text,
    publishedAt: row.published_at.toISOString(),
    isFlagged: row.state === 'flagged',
    response: responseOf(row),
  };
}

type OwnReview = Awaited<ReturnType<typeof findReviewsOf>>[number];

export function accountReview(row: OwnReview): z.input<typeof AccountReview> {
  return {
    id: row.id,
    interactionId: row.interaction_id,
    publicProviderId: row.public_provider_id,
    displayName: row.display_name,
    categoryKey: row.category_key,
    isRecommended: row.is_recommended,
    text: row.text,
    state: row.state,
    submittedAt: row.submitted_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    response: responseOf(row),
  };
}

/** For its author, the provider and operators who moderate. */
export async function reviewView(trx: Trx, reviewId: string): Promise<z.input<typeof Review>> {
  const row = await findReview(trx, reviewId);
  if (!row) throw new Error('A review is never deleted.');
  const requests = await findRequests(trx, reviewId);
  return {
    id: row.id,
    interactionId: row.interaction_id,
    categoryKey: row.category_key,
    isRecommended: row.is_recommended,
    text: row.text,
    state: row.state,
    submittedAt: row.submitted_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    response: responseOf(row),
    flagReasons: await findFlagReasons(trx, reviewId),
    moderations: requests.map((one) => ({
      round: one.round,
      isAppeal: one.is_appeal,
      state: one.state as 'open',
      outcome: one.outcome as 'approved' | null,
      decisionReason: one.decision_reason as 'complies' | null,
      statement: one.statement,
      requestedAt: one.requested_at.toISOString(),
      decidedAt: one.state === 'decided' ? (one.ended_at?.toISOString() ?? null) : null,
    })),
  };
}
