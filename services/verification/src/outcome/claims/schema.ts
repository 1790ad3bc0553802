import { checkMethods } from '@trust/contracts/events/provider';
import { claimStates } from '@trust/contracts/events/verification';
import { LocalisedText } from '@trust/contracts/localised-text';
import { claimChangeReasons } from '@trust/contracts/reasons/claim-change-reasons';
import { z } from 'zod';

const endReasons = [...new Set([...claimChangeReasons.suspended, ...claimChangeReasons.revoked])];

/** For representatives: no operator, no private reason (promise D1). */
export const WorkspaceClaim = z
  .object({
    id: z.uuid(),
    type: z.string(),
    categoryKey: z.string(),
    statement: LocalisedText,
    status: z.enum([...claimStates, 'expiring', 'expired']),
    statusReason: z
      .object({
        code: z.enum(endReasons),
        text: z.string(),
        changedAt: z.iso.datetime(),
        caseId: z.uuid().nullable(),
      })
      .nullable(),
    method: z.enum(checkMethods),
    limitations: z.array(z.string()),
    validFrom: z.iso.datetime(),
    validUntil: z.iso.datetime(),
    caseId: z.uuid(),
    decisionId: z.uuid(),
  })
  .meta({ id: 'WorkspaceClaim' });
