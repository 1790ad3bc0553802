import { checkMethods } from '@trust/contracts/events/provider';
import { appealStates, caseOutcomes } from '@trust/contracts/events/verification';
import { LocalisedText } from '@trust/contracts/localised-text';
import { z } from 'zod';
import { decisionStatuses } from '../../case/record/decision-status.ts';

const worded = z.object({ code: z.string(), text: z.string() });

/** For representatives: no operator, no private reason (promise D1). */
export const DecisionReceipt = z
  .object({
    decisionId: z.uuid(),
    caseId: z.uuid(),
    categoryKey: z.string(),
    outcome: z.enum(caseOutcomes),
    status: z.enum(decisionStatuses),
    laterDecisionId: z.uuid().nullable(),
    decidedAt: z.iso.datetime(),
    policyVersion: z.string(),
    requirementVersion: z.number().int(),
    reasons: z.array(worded),
    claims: z.array(
      z.object({
        type: z.string(),
        label: LocalisedText,
        result: z.enum(['granted', 'refused']),
        evidenceKind: z.string(),
        method: z.enum(checkMethods),
        limitations: z.array(z.string()),
        validUntil: z.iso.datetime().nullable(),
      }),
    ),
    appeal: z.object({
      isPossible: z.boolean(),
      endsAt: z.iso.datetime().nullable(),
      instructions: z.string(),
    }),
  })
  .meta({ id: 'DecisionReceipt' });

/** For representatives: no operator, no private reason (promise D1). */
export const AppealReceipt = z
  .object({
    appealId: z.uuid(),
    caseId: z.uuid(),
    decisionId: z.uuid(),
    state: z.enum(appealStates),
    submittedAt: z.iso.datetime(),
    grounds: z.array(worded),
    statement: z.string(),
    newEvidence: z.array(z.object({ label: LocalisedText, evidenceKind: z.string().nullable() })),
    decidedAt: z.iso.datetime().nullable(),
    reasons: z.array(worded),
    policyVersion: z.string().nullable(),
    newDecisionId: z.uuid().nullable(),
    instructions: z.string(),
  })
  .meta({ id: 'AppealReceipt' });
