import { Reason } from '@trust/contracts/free-text';
import { z } from 'zod';

export const EvidenceOfCase = z.object({ caseId: z.uuid(), evidenceId: z.uuid() });

export const ReviewGrantCreate = z.strictObject({ reason: Reason }).meta({ id: 'ReviewGrantCreate' });

export const ReviewGrant = z
  .object({
    grantId: z.uuid(),
    /** Works for this reviewer only. */
    url: z.url(),
    expiresAt: z.iso.datetime(),
    /** Another provider has submitted the same bytes, before or after. */
    sameContentElsewhere: z.boolean(),
  })
  .meta({ id: 'ReviewGrant' });
