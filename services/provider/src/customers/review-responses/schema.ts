import { multiLine } from '@trust/contracts/free-text';
import { reviewFlagReasons } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';
import { ModerationRound } from '../moderation/schema.ts';
import { responseStates } from './states.ts';

export const ReviewResponseUpdate = z.strictObject({ text: multiLine(1, 2000) }).meta({ id: 'ReviewResponseUpdate' });

export const ReviewResponse = z
  .object({
    id: z.uuid(),
    reviewId: z.uuid(),
    categoryKey: z.string(),
    text: z.string(),
    state: z.enum(responseStates),
    respondedAt: z.iso.datetime(),
  })
  .meta({ id: 'ReviewResponse' });

export const ModeratedReviewResponse = z
  .object({
    response: ReviewResponse,
    flagReasons: z.array(z.enum(reviewFlagReasons)),
    moderations: z.array(ModerationRound),
  })
  .meta({ id: 'ModeratedReviewResponse' });
