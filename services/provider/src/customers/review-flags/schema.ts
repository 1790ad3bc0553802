import { reviewFlagReasons } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';

export const ReviewFlagCreate = z
  .strictObject({ reasonCode: z.enum(reviewFlagReasons) })
  .meta({ id: 'ReviewFlagCreate' });

export const ReviewFlag = z
  .object({ reviewId: z.uuid(), reasonCode: z.enum(reviewFlagReasons), flaggedAt: z.iso.datetime() })
  .meta({ id: 'ReviewFlag' });
