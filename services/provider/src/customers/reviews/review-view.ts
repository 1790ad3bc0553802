import { notFound } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import type { Trx } from '../../app.ts';
import { findRequests } from '../../provider-record/moderation/queries.ts';
import { type ActingPerson, sideOf } from '../enquiries/side-of.ts';
import { dayOf } from '../moderation/day-of.ts';
import { moderationRound } from '../moderation/schema.ts';
import { responseBody } from '../review-responses/response-view.ts';
import { findFlagReasons, findReview, type findReviewsOf, type PublishedReview, type ShownReview } from './queries.ts';
import type { AccountReview, ProviderReview, PublicReview, Review } from './schema.ts';

/** As the public sees it. */
function responseOf({ response }: ShownReview) {
  if (response?.is_hidden !== false || (response.state !== 'published' && response.state !== 'flagged')) return null;
  return { text: response.text, respondedAt: new Date(response.responded_at).toISOString() };
}

export function publicReview(row: PublishedReview): z.input<typeof PublicReview> {
  return {
    id: row.id,
    categoryKey: row.category_key,
    isRecommended: row.is_recommended,
    text: row.text,
    publishedOn: dayOf(row.published_at),
    isFlagged: row.state === 'flagged',
    isOfEarlierName: row.is_of_earlier_name,
    response: responseOf(row),
  };
}

export function providerReview(row: PublishedReview): z.input<typeof ProviderReview> {
  const { response } = row;
  return { ...publicReview(row), isHidden: row.is_hidden, response: response && responseBody(response, row) };
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

/** For its author, and for the provider while it reads the review; 404 for everybody else. */
export async function ownReview(trx: Trx, actor: ActingPerson, reviewId: string): Promise<z.input<typeof Review>> {
  const row = await findReview(trx, reviewId);
  const side = await sideOf(trx, actor, row && { customer_id: row.author_id, provider_id: row.provider_id });
  if (side === 'customer') return reviewView(trx, reviewId, 'author');
  if (!row?.published_at || row.state === 'withdrawn') throw notFound();
  return reviewView(trx, reviewId, 'provider');
}

export type Viewer = 'author' | 'provider' | 'operator';

/** A provider must not learn which of its customers wrote the review. */
export async function reviewView(trx: Trx, reviewId: string, viewer: Viewer): Promise<z.input<typeof Review>> {
  const view = await wholeView(trx, reviewId);
  if (viewer === 'operator') return view;
  if (viewer === 'author') return { ...view, otherReviewsByAuthor: null };
  const moderations = view.moderations.map((round) => ({ ...round, requestedAt: null, decidedAt: null }));
  const hidden = { interactionId: null, submittedAt: null, publishedAt: null, otherReviewsByAuthor: null };
  return { ...view, ...hidden, moderations };
}

async function wholeView(trx: Trx, reviewId: string): Promise<z.input<typeof Review>> {
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
    submittedOn: dayOf(row.submitted_at),
    publishedOn: row.published_at && dayOf(row.published_at),
    response: responseOf(row),
    otherReviewsByAuthor: row.repetitions,
    flagReasons: await findFlagReasons(trx, reviewId),
    moderations: requests.map(moderationRound),
  };
}
