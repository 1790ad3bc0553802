import { ReviewId } from '@trust/contracts/fields';
import { ReviewFlagReason } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';

export const ReviewFlagCreate = z
  .strictObject({ reasonCode: ReviewFlagReason.describe('Why it should be examined.') })
  .meta({ id: 'ReviewFlagCreate' });

export const ReviewFlag = z
  .object({
    reviewId: ReviewId,
    reasonCode: ReviewFlagReason.describe('Why it should be examined.'),
    flaggedAt: z.iso.datetime().describe('When it was flagged.'),
  })
  .meta({ id: 'ReviewFlag' });
