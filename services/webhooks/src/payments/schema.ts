import { z } from 'zod';

/** Commercial only: no claim, publication or search rank depends on it. */
export const SubscriptionStatus = z
  .object({
    status: z.enum(['none']),
    currentPeriodEndsAt: z.iso.datetime().nullable(),
    readOnly: z.literal(true),
  })
  .meta({ id: 'SubscriptionStatus' });
