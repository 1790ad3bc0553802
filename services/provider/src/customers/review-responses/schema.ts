import { CatalogKey, ReviewId } from '@trust/contracts/fields';
import { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import { multiLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { ModerationRound } from '../moderation/schema.ts';
import { ResponseState } from './states.ts';

export const ReviewResponseUpdate = z
  .strictObject({
    text: multiLine(1, 2000).meta({
      description:
        'The response: plain text, 1 to 2000 characters. It replaces an earlier one and waits for an operator.',
      examples: ['Thank you, it was a pleasure.'],
    }),
  })
  .meta({ id: 'ReviewResponseUpdate' });

export const ReviewResponse = z
  .object({
    id: z.uuid().describe('Identifier of the response.'),
    reviewId: ReviewId,
    categoryKey: CatalogKey,
    text: z.string().meta({
      description: 'The response of the provider, plain text of 1 to 2000 characters.',
      examples: ['Thank you, it was a pleasure.'],
    }),
    state: ResponseState.meta({ description: 'State of the response.', examples: ['published'] }),
    respondedAt: z.iso.datetime().describe('When the provider responded.'),
  })
  .meta({ id: 'ReviewResponse' });

export const ModeratedReviewResponse = z
  .object({
    response: ReviewResponse.describe('The response, in every state.'),
    flagReasons: z
      .array(ReviewFlagReason)
      .describe('Why the response was flagged: each reason once. Empty if it never was.'),
    moderations: z
      .array(ModerationRound)
      .describe('Decisions of operators about the response and requests for one, oldest first.'),
  })
  .meta({ id: 'ModeratedReviewResponse' });
