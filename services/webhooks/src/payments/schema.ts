import { z } from 'zod';

/** Commercial standing, and nothing else: no claim, publication or place in the search depends on it. */
export const SubscriptionStatus = z
  .object({
    status: z.enum(['none']),
    currentPeriodEndsAt: z.iso.datetime().nullable(),
    readOnly: z.literal(true),
  })
  .meta({ id: 'SubscriptionStatus' });
