import { Reason } from '@trust/contracts/free-text';
import { z } from 'zod';
import { ProcessingState } from '../upload/intents/schema.ts';

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

/** For the assignees of the case's duties: `evidenceId` opens a review grant. No agent, no place. */
export const FieldPhotoList = z
  .object({
    items: z.array(
      z
        .object({
          id: z.uuid(),
          evidenceId: z.uuid(),
          workItemId: z.uuid(),
          requirementKey: z.string(),
          mediaType: z.string(),
          sizeBytes: z.number().int(),
          confirmedAt: z.iso.datetime(),
          processing: ProcessingState,
        })
        .meta({ id: 'FieldPhoto' }),
    ),
  })
  .meta({ id: 'FieldPhotoList' });
