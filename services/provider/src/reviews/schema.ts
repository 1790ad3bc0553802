import { multiLine } from '@trust/contracts/free-text';
import { PageQuery } from '@trust/contracts/page';
import { reviewDecisionReasons, reviewFlagReasons } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';
import { reviewStates } from './states.ts';

const text = multiLine(1, 2000);

export const ReviewParams = z.object({ reviewId: z.uuid() });
export const InteractionParams = z.object({ interactionId: z.uuid() });

export const ReviewCreate = z
  .strictObject({ isRecommended: z.boolean(), text: multiLine(10, 2000) })
  .meta({ id: 'ReviewCreate' });
export const ReviewFlagCreate = z
  .strictObject({ reasonCode: z.enum(reviewFlagReasons) })
  .meta({ id: 'ReviewFlagCreate' });
export const ReviewFlag = z
  .object({ reviewId: z.uuid(), reasonCode: z.enum(reviewFlagReasons), flaggedAt: z.iso.datetime() })
  .meta({ id: 'ReviewFlag' });
export const ReviewAppealCreate = z.strictObject({ statement: multiLine(10, 2000) }).meta({ id: 'ReviewAppealCreate' });
export const ReviewResponseUpdate = z.strictObject({ text }).meta({ id: 'ReviewResponseUpdate' });

export const ReviewResponse = z
  .object({
    reviewId: z.uuid(),
    categoryKey: z.string(),
    text: z.string(),
    respondedAt: z.iso.datetime(),
  })
  .meta({ id: 'ReviewResponse' });

const response = z.union([
  z.object({ text: z.string(), respondedAt: z.iso.datetime() }).meta({ id: 'PublicReviewResponse' }),
  z.null(),
]);

const ReviewModeration = z
  .object({
    round: z.number().int(),
    isAppeal: z.boolean(),
    state: z.enum(['open', 'decided', 'withdrawn']),
    outcome: z.enum(['approved', 'refused']).nullable(),
    decisionReason: z.enum(reviewDecisionReasons).nullable(),
    statement: z.string().nullable(),
    requestedAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ReviewModeration' });

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
    moderations: z.array(ReviewModeration),
  })
  .meta({ id: 'Review' });

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

export const PublicReviewQuery = PageQuery;
