import { Reason } from '@trust/contracts/free-text';
import { mediaDecisionReasons } from '@trust/contracts/reasons/media-reasons';
import { z } from 'zod';

export const MediaParams = z.object({ mediaId: z.uuid() });

export const MediaDecisionCreate = z
  .strictObject({
    outcome: z.enum(['approved', 'rejected']),
    reasonCode: z.enum(mediaDecisionReasons),
    reason: Reason,
  })
  .meta({ id: 'MediaDecisionCreate' });
