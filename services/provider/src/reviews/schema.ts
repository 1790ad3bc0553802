import { z } from 'zod';

export const ReviewResponse = z
  .object({
    reviewId: z.uuid(),
    categoryKey: z.string(),
    text: z.string(),
    respondedAt: z.iso.datetime(),
  })
  .meta({ id: 'ReviewResponse' });
