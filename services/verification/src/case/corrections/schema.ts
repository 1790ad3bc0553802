import { multiLine, Reason } from '@trust/contracts/free-text';
import { LocalisedText } from '@trust/contracts/localised-text';
import { correctionReasonCodes } from '@trust/contracts/reasons/correction-reasons';
import { z } from 'zod';
import { correctionStates } from './transitions.ts';

export const CorrectionRequestCreate = z
  .strictObject({
    requirements: z
      .array(
        z.strictObject({
          requirementKey: z.string().min(1).max(100),
          reasonCodes: z.array(z.enum(correctionReasonCodes)).min(1).max(10),
          text: multiLine(1, 1000),
        }),
      )
      .min(1)
      .max(20),
    reason: Reason,
  })
  .meta({ id: 'CorrectionRequestCreate' });

/** For operators. */
export const CorrectionRequest = z
  .object({
    id: z.uuid(),
    state: z.enum(correctionStates),
    duty: z.enum(['review', 'decide']),
    reason: z.string(),
    requestedAt: z.iso.datetime(),
    dueAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    requirements: z.array(
      z.object({
        requirementKey: z.string(),
        evidenceVersionId: z.uuid(),
        reasonCodes: z.array(z.enum(correctionReasonCodes)),
        final: z.boolean(),
        text: z.string(),
      }),
    ),
  })
  .meta({ id: 'CorrectionRequest' });

/** For representatives: no operator and no private reason (promise D1). */
export const RequirementCorrection = z
  .object({
    final: z.boolean(),
    reasons: z.array(z.object({ code: z.enum(correctionReasonCodes), text: LocalisedText })),
    text: z.string(),
    requestedAt: z.iso.datetime(),
    dueAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RequirementCorrection' });
