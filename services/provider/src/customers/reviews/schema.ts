import { CatalogKey, InteractionId, PublicProviderId, ReviewId, SelfAssertedName } from '@trust/contracts/fields';
import { multiLine } from '@trust/contracts/free-text';
import { Page } from '@trust/contracts/page';
import { ReviewFlagReason, reviewDecisionReasons } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';
import { ModerationRound } from '../moderation/schema.ts';
import { ReviewState } from '../review-record/states.ts';
import { ReviewResponse } from '../review-responses/schema.ts';

export const ReviewCreate = z
  .strictObject({
    isRecommended: z.boolean().describe('Whether the author recommends the provider.'),
    text: multiLine(10, 2000).meta({
      description: 'Plain text, 10 to 2000 characters.',
      examples: ['Came on time and explained what was wrong with the wiring.'],
    }),
  })
  .meta({ id: 'ReviewCreate' });
export const ReviewAppealCreate = z
  .strictObject({
    statement: multiLine(10, 2000).meta({
      description: 'Why the decision is wrong, 10 to 2000 characters.',
      examples: ['The review names no person and describes my own experience.'],
    }),
  })
  .meta({ id: 'ReviewAppealCreate' });
const response = z.union([
  z
    .object({
      text: z.string().meta({
        description: 'The response of the provider, plain text.',
        examples: ['Thank you, it was a pleasure.'],
      }),
      respondedAt: z.iso.datetime().describe('When the provider responded.'),
    })
    .meta({ id: 'PublicReviewResponse' }),
  z.null(),
]);

export const Review = z
  .object({
    id: ReviewId,
    interactionId: InteractionId,
    categoryKey: CatalogKey,
    isRecommended: z.boolean().describe('Whether the author recommends the provider.'),
    text: z
      .string()
      .nullable()
      .meta({
        description: 'The review, plain text; null once its author is erased.',
        examples: ['Came on time and explained what was wrong with the wiring.'],
      }),
    state: ReviewState.meta({ description: 'State of the review.', examples: ['published'] }),
    submittedAt: z.iso.datetime().describe('When the appeal was submitted.'),
    publishedAt: z.iso.datetime().nullable().describe('When the review was first published; null if never.'),
    response: response.describe('The response of the provider; null if none.'),
    flagReasons: z.array(ReviewFlagReason).describe('Why it was flagged.'),
    moderations: z.array(ModerationRound).describe('Decisions about it and requests for one, oldest first.'),
  })
  .meta({ id: 'Review' });

export const AccountReview = z
  .object({
    id: ReviewId,
    interactionId: InteractionId,
    publicProviderId: PublicProviderId,
    displayName: SelfAssertedName,
    categoryKey: CatalogKey,
    isRecommended: z.boolean().describe('Whether the author recommends the provider.'),
    text: z
      .string()
      .nullable()
      .meta({
        description: 'The review, plain text; null once its author is erased.',
        examples: ['Came on time and explained what was wrong with the wiring.'],
      }),
    state: ReviewState.meta({ description: 'State of the review.', examples: ['published'] }),
    submittedAt: z.iso.datetime().describe('When the appeal was submitted.'),
    publishedAt: z.iso.datetime().nullable().describe('When the review was first published; null if never.'),
    response: response.describe('The response of the provider; null if none.'),
  })
  .meta({ id: 'AccountReview' });
export const AccountReviewPage = Page(AccountReview).meta({ id: 'AccountReviewPage' });

export const PublicReview = z
  .object({
    id: ReviewId,
    categoryKey: CatalogKey,
    isRecommended: z.boolean().describe('Whether the author recommends the provider.'),
    text: z.string().meta({
      description: 'The review, plain text.',
      examples: ['Came on time and explained what was wrong with the wiring.'],
    }),
    publishedAt: z.iso.datetime().describe('When the review was first published.'),
    isFlagged: z.boolean().describe('Whether somebody flagged the review and operators examine it.'),
    response: response.describe('The response of the provider; null if none.'),
  })
  .meta({ id: 'PublicReview' });

export const ProviderReview = PublicReview.extend({
  isHidden: z.boolean().meta({
    description: 'Whether it was flagged as harmful or illegal and is not shown until an operator has decided.',
    examples: [false],
  }),
  response: z.union([ReviewResponse, z.null()]).describe('Your response; null if none.'),
}).meta({ id: 'ProviderReview' });
export const ProviderReviewPage = Page(ProviderReview).meta({ id: 'ProviderReviewPage' });

const Removed = z.object({
  reasonCode: z.enum(reviewDecisionReasons).describe('Why.'),
  count: z.number().int().describe('How many.'),
});

export const PublicReviewPage = z
  .object({
    publicProviderId: PublicProviderId,
    counts: z
      .object({
        published: z.number().int().describe('Published reviews.'),
        recommended: z.number().int().describe('Published reviews that recommend the provider.'),
        removed: z.array(Removed).describe('Reviews removed after publication, by reason.'),
        notPublished: z.array(Removed).describe('Reviews that were not published, by reason.'),
      })
      .describe('Counts of all reviews of the provider. They affect no claim and no order of search results.'),
    items: z.array(PublicReview).describe('The items of this page, in order.'),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Pass it as `cursor` to get the next page; null on the last one.', examples: [null] }),
  })
  .meta({ id: 'PublicReviewPage' });
