import { Reason } from '@trust/contracts/free-text';
import { z } from 'zod';

export const EvidenceOfCase = z.object({ caseId: z.uuid(), evidenceId: z.uuid() });

export const ReviewGrantCreate = z.strictObject({ reason: Reason }).meta({ id: 'ReviewGrantCreate' });

export const ReviewGrant = z
  .object({
    grantId: z.uuid(),
    /** Good for nobody but the reviewer it was given to. */
    url: z.url(),
    expiresAt: z.iso.datetime(),
    /** Another provider has submitted the very same bytes. Look twice; it says nothing of who that is, or of who was first. */
    sameContentElsewhere: z.boolean(),
  })
  .meta({ id: 'ReviewGrant' });
