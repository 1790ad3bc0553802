import { z } from 'zod';

export const ReviewParams = z.object({ reviewId: z.uuid() });
