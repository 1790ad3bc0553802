import { Reason } from '@trust/contracts/free-text';
import { z } from 'zod';

const outcomes = ['distinct', 'duplicate'] as const;

export const PossibleDuplicateParams = z.object({ duplicateId: z.uuid() });

export const PossibleDuplicateReview = z
  .strictObject({ outcome: z.enum(outcomes), reason: Reason })
  .meta({ id: 'PossibleDuplicateReview' });

export const PossibleDuplicate = z
  .object({
    id: z.uuid(),
    state: z.enum(['open', 'reviewed']),
    providers: z.array(z.object({ id: z.uuid(), displayName: z.string().nullable(), state: z.string().nullable() })),
    foundAt: z.iso.datetime(),
    outcome: z.enum(outcomes).nullable(),
    reviewerId: z.uuid().nullable(),
    reason: z.string().nullable(),
    reviewedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PossibleDuplicate' });
