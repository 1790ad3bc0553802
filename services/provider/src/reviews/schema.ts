import { z } from 'zod';

/** What the provider has answered to a review that is public. */
export const ReviewResponse = z
  .object({
    reviewId: z.uuid(),
    categoryKey: z.string(),
    text: z.string(),
    respondedAt: z.iso.datetime(),
  })
  .meta({ id: 'ReviewResponse' });
