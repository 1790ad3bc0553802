import { ReviewId } from '@trust/contracts/fields';
import { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';

export const ReviewFlagCreate = z
  .strictObject({
    reasonCode: ReviewFlagReason.describe(
      'Why operators should examine it. `harmful` and `illegal` can hide it until an operator has decided.',
    ),
  })
  .meta({ id: 'ReviewFlagCreate' });

export const ReviewFlag = z
  .object({
    reviewId: ReviewId,
    reasonCode: ReviewFlagReason.describe('Why operators should examine it.'),
    flaggedAt: z.iso.datetime().describe('When it was flagged.'),
  })
  .meta({ id: 'ReviewFlag' });
