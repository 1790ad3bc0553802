import { checkMethods } from '@trust/contracts/events/provider';
import { caseOutcomes, decisionRelations } from '@trust/contracts/events/verification';
import { Reason } from '@trust/contracts/free-text';
import { claimEndReasons } from '@trust/contracts/reasons/claim-change-reasons';
import { DecisionReasonCodes } from '@trust/contracts/reasons/decision-reasons';
import { z } from 'zod';
import { decisionStatuses } from '../../case/record/decision-status.ts';
import { Limitations } from '../../case/views/schema.ts';

export const ClaimDecision = z.strictObject({
  type: z.string().min(1).max(60),
  result: z.enum(['granted', 'refused']),
  limitations: Limitations.optional(),
  /** Shortens the validity of the requirement version; cannot extend it. */
  validUntil: z.iso.datetime({ offset: true }).optional(),
});

export const DecisionCreate = z
  .strictObject({
    outcome: z.enum(caseOutcomes),
    claims: z.array(ClaimDecision).max(50),
    reasonCodes: DecisionReasonCodes,
    claimEndReason: z.enum(claimEndReasons).optional(),
    reason: Reason,
  })
  .meta({ id: 'DecisionCreate' });

export const Decision = z
  .object({
    id: z.uuid(),
    caseId: z.uuid(),
    outcome: z.enum(caseOutcomes),
    claims: z.array(
      z.object({
        claimId: z.uuid().nullable(),
        type: z.string(),
        requirementKey: z.string(),
        evidenceVersionId: z.uuid(),
        checkId: z.uuid(),
        method: z.enum(checkMethods),
        result: z.enum(['granted', 'refused']),
        limitations: z.array(z.string()),
        validUntil: z.iso.datetime().nullable(),
      }),
    ),
    reasonCodes: z.array(z.string()),
    claimEndReason: z.enum(claimEndReasons).nullable(),
    reason: z.string(),
    separationOfDuties: z.object({ recommenderId: z.uuid(), deciderId: z.uuid(), distinct: z.boolean() }),
    policyVersion: z.string(),
    /** Null for older decisions. */
    auditEntryId: z.uuid().nullable(),
    status: z.enum(decisionStatuses),
    earlier: z.object({ decisionId: z.uuid(), relation: z.enum(decisionRelations) }).nullable(),
    laterDecisionId: z.uuid().nullable(),
    appealEndsAt: z.iso.datetime().nullable(),
    decidedAt: z.iso.datetime(),
  })
  .meta({ id: 'VerificationDecision' });
