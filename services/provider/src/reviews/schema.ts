import { multiLine } from '@trust/contracts/free-text';
import { Page } from '@trust/contracts/page';
import { reviewDecisionReasons, reviewFlagReasons } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';
import { reviewStates } from './states.ts';

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
const response = z.union([
  z.object({ text: z.string(), respondedAt: z.iso.datetime() }).meta({ id: 'PublicReviewResponse' }),
  z.null(),
]);

export const ReviewModeration = z
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

export const ProviderReview = PublicReview.extend({ isHidden: z.boolean() }).meta({ id: 'ProviderReview' });
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
