import { MediaOutcome } from '@trust/contracts/events/operations';
import { MediaId } from '@trust/contracts/fields';
import { MediaDecisionReason } from '@trust/contracts/reasons/media-reasons';
import { Reason } from '@trust/contracts/values/free-text';
import { z } from 'zod';

export const MediaParams = z.object({ mediaId: MediaId });

export const MediaDecisionCreate = z
  .strictObject({
    outcome: MediaOutcome.describe('Whether the image is published or removed.'),
    reasonCode: MediaDecisionReason.describe('Why: `complies` for `approved` and for nothing else.'),
    reason: Reason.meta({
      description: 'Reason for the audit log: 10 to 500 characters.',
      examples: ['The image shows work of the provider and no person.'],
    }),
  })
  .meta({ id: 'MediaDecisionCreate' });
