import { multiLine } from '@trust/contracts/free-text';
import { z } from 'zod';

export const ReviewResponseUpdate = z.strictObject({ text: multiLine(1, 2000) }).meta({ id: 'ReviewResponseUpdate' });

export const ReviewResponse = z
  .object({
    reviewId: z.uuid(),
    categoryKey: z.string(),
    text: z.string(),
    respondedAt: z.iso.datetime(),
  })
  .meta({ id: 'ReviewResponse' });
