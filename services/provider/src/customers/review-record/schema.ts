import { ReviewId } from '@trust/contracts/fields';
import { z } from 'zod';

export const ReviewParams = z.object({ reviewId: ReviewId });
