import { multiLine } from '@trust/contracts/free-text';
import { Page } from '@trust/contracts/page';
import { reviewDecisionReasons, reviewFlagReasons } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';
import { ModerationRound } from '../moderation/schema.ts';
import { reviewStates } from '../review-record/states.ts';
import { ReviewResponse } from '../review-responses/schema.ts';

export const ReviewCreate = z
  .strictObject({ isRecommended: z.boolean(), text: multiLine(10, 2000) })
  .meta({ id: 'ReviewCreate' });
export const ReviewAppealCreate = z.strictObject({ statement: multiLine(10, 2000) }).meta({ id: 'ReviewAppealCreate' });
const response = z.union([
  z.object({ text: z.string(), respondedAt: z.iso.datetime() }).meta({ id: 'PublicReviewResponse' }),
  z.null(),
]);

export const Review = z
  .object({
    id: z.uuid(),
    interactionId: z.uuid(),
    categoryKey: z.string(),
    isRecommended: z.boolean(),
    text: z.string().nullable(),
    state: z.enum(reviewStates),
    submittedAt: z.iso.datetime(),
    publishedAt: z.iso.datetime().nullable(),
    response,
    flagReasons: z.array(z.enum(reviewFlagReasons)),
    moderations: z.array(ModerationRound),
  })
  .meta({ id: 'Review' });

export const AccountReview = z
  .object({
    id: z.uuid(),
    interactionId: z.uuid(),
    publicProviderId: z.string(),
    displayName: z.string(),
    categoryKey: z.string(),
    isRecommended: z.boolean(),
    text: z.string().nullable(),
    state: z.enum(reviewStates),
    submittedAt: z.iso.datetime(),
    publishedAt: z.iso.datetime().nullable(),
    response,
  })
  .meta({ id: 'AccountReview' });
export const AccountReviewPage = Page(AccountReview).meta({ id: 'AccountReviewPage' });

export const PublicReview = z
  .object({
    id: z.uuid(),
    categoryKey: z.string(),
    isRecommended: z.boolean(),
    text: z.string(),
    publishedAt: z.iso.datetime(),
    isFlagged: z.boolean(),
    response,
  })
  .meta({ id: 'PublicReview' });

export const ProviderReview = PublicReview.extend({
  isHidden: z.boolean(),
  response: z.union([ReviewResponse, z.null()]),
}).meta({ id: 'ProviderReview' });
export const ProviderReviewPage = Page(ProviderReview).meta({ id: 'ProviderReviewPage' });

const Removed = z.object({ reasonCode: z.enum(reviewDecisionReasons), count: z.number().int() });

export const PublicReviewPage = z
  .object({
    publicProviderId: z.string(),
    counts: z.object({
      published: z.number().int(),
      recommended: z.number().int(),
      removed: z.array(Removed),
      notPublished: z.array(Removed),
    }),
    items: z.array(PublicReview),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'PublicReviewPage' });
