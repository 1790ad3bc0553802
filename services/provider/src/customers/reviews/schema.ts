import { ReviewState } from '@trust/contracts/events/customers';
import { CatalogKey, InteractionId, ProviderNameNow, PublicProviderId, ReviewId } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { ReviewDecisionReason, ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import { multiLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { ModerationRound } from '../moderation/schema.ts';
import { ReviewResponse } from '../review-responses/schema.ts';

const isRecommended = z.boolean().describe('Whether the author recommends the provider.');

export const ReviewCreate = z
  .strictObject({
    isRecommended,
    text: multiLine(10, 2000).meta({
      description: 'The review: plain text, 10 to 2000 characters.',
      examples: ['Came on time and explained what was wrong with the wiring.'],
    }),
  })
  .meta({ id: 'ReviewCreate' });
export const ReviewAppealCreate = z
  .strictObject({
    statement: multiLine(10, 2000).meta({
      description: 'Why the decision is wrong: plain text, 10 to 2000 characters.',
      examples: ['The review names no person and describes my own experience.'],
    }),
  })
  .meta({ id: 'ReviewAppealCreate' });
const response = z
  .union([
    z
      .object({
        text: z.string().meta({
          description: 'The response, plain text of 1 to 2000 characters.',
          examples: ['Thank you, it was a pleasure.'],
        }),
        respondedAt: z.iso.datetime().describe('When the provider responded.'),
      })
      .meta({ id: 'PublicReviewResponse' }),
    z.null(),
  ])
  .describe('The response of the provider as the public sees it; null if none is shown.');

const publishedOn = z.iso.date().describe('The day on which the review was first published, in UTC.');
const own = {
  categoryKey: CatalogKey,
  isRecommended,
  text: z
    .string()
    .nullable()
    .meta({
      description: 'The review, plain text of 10 to 2000 characters; null once its author is erased.',
      examples: ['Came on time and explained what was wrong with the wiring.'],
    }),
  state: ReviewState.meta({ description: 'State of the review.', examples: ['published'] }),
  response,
};
const submittedAt = z.iso.datetime().describe('When the review was written.');
const publishedAt = z.iso.datetime().nullable().describe('When the review was first published; null if it never was.');

export const Review = z
  .object({
    id: ReviewId,
    interactionId: InteractionId.nullable().describe(
      'The interaction that was reviewed; null for the provider, which must not learn who wrote the review.',
    ),
    ...own,
    submittedAt: submittedAt.nullable().describe('When the review was written; null for the provider.'),
    submittedOn: z.iso.date().describe('The day on which the review was written, in UTC.'),
    publishedAt: publishedAt.describe(
      'When the review was first published; null if it never was, and for the provider.',
    ),
    publishedOn: publishedOn
      .nullable()
      .describe('The day on which the review was first published, in UTC; null if it never was.'),
    otherReviewsByAuthor: z
      .number()
      .int()
      .nullable()
      .meta({
        description:
          'How many other reviews of this provider the author wrote, also with other accounts of the same mailbox (`name+tag@`), in every state; null unless you moderate.',
        examples: [0],
      }),
    flagReasons: z
      .array(ReviewFlagReason)
      .describe('Why the review was flagged: each reason once. Empty if it never was.'),
    moderations: z
      .array(ModerationRound)
      .describe('Decisions of operators about the review and requests for one, oldest first.'),
  })
  .meta({ id: 'Review' });

export const AccountReview = z
  .object({
    id: ReviewId,
    interactionId: InteractionId,
    publicProviderId: PublicProviderId,
    displayName: ProviderNameNow,
    ...own,
    submittedAt,
    publishedAt,
  })
  .meta({ id: 'AccountReview' });
export const AccountReviewPage = Page(AccountReview).meta({ id: 'AccountReviewPage' });

export const PublicReview = z
  .object({
    id: ReviewId,
    categoryKey: CatalogKey,
    isRecommended,
    text: z.string().meta({
      description: 'The review, plain text of 10 to 2000 characters.',
      examples: ['Came on time and explained what was wrong with the wiring.'],
    }),
    publishedOn,
    isFlagged: z.boolean().describe('Whether somebody flagged the review and operators examine it.'),
    isOfEarlierName: z.boolean().meta({
      description:
        'Whether the provider is one person, whose name or registered name has changed since this contact: the review may be about somebody else.',
      examples: [false],
    }),
    response,
  })
  .meta({ id: 'PublicReview' });

export const ProviderReview = PublicReview.extend({
  isHidden: z.boolean().meta({
    description: 'Whether it was flagged as harmful or illegal and is not shown until an operator has decided.',
    examples: [false],
  }),
  response: z
    .union([ReviewResponse, z.null()])
    .describe('The response of the provider, in every state; null if there is none.'),
}).meta({ id: 'ProviderReview' });
export const ProviderReviewPage = Page(ProviderReview).meta({ id: 'ProviderReviewPage' });

const Removed = z.object({
  reasonCode: ReviewDecisionReason.describe('Why operators decided so.'),
  count: z.number().int().describe('Number of reviews with this reason.'),
});

export const PublicReviewPage = z
  .object({
    publicProviderId: PublicProviderId,
    counts: z
      .object({
        published: z
          .number()
          .int()
          .describe('Number of customers with a shown review. Several reviews by one customer count once.'),
        recommended: z
          .number()
          .int()
          .describe('How many of these customers recommend the provider in their newest shown review.'),
        underExamination: z
          .number()
          .int()
          .describe('Number of published reviews that are hidden while an operator examines a flag.'),
        removed: z.array(Removed).describe('Numbers of reviews that operators removed after publication, by reason.'),
        notPublished: z.array(Removed).describe('Numbers of reviews that operators did not publish, by reason.'),
      })
      .describe(
        'Counts of all reviews of the provider, over all pages. They affect no claim and no order of search results.',
      ),
    items: z.array(PublicReview).describe('The items of this page, in order.'),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Pass it as `cursor` to get the next page; null on the last one.', examples: [null] }),
  })
  .meta({ id: 'PublicReviewPage' });
