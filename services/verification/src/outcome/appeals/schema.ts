import { appealStates, caseOutcomes } from '@trust/contracts/events/verification';
import { multiLine, Reason } from '@trust/contracts/free-text';
import { appealGroundCodes } from '@trust/contracts/reasons/appeal-grounds';
import { DecisionReasonCodes } from '@trust/contracts/reasons/decision-reasons';
import { z } from 'zod';
import { CaseParams } from '../../case/record/params.ts';
import { ClaimDecision } from '../decisions/schema.ts';

export const AppealParams = CaseParams.extend({ appealId: z.uuid() });

export const AppealCreate = z
  .strictObject({
    decisionId: z.uuid(),
    grounds: z.array(z.enum(appealGroundCodes)).min(1).max(appealGroundCodes.length),
    statement: multiLine(20, 4000).meta({ examples: ['The licence shows the name of the owner of the business.'] }),
    newEvidenceFor: z.array(z.string().min(1).max(100)).max(50).optional(),
  })
  .meta({ id: 'AppealCreate' });

export const AppealDecisionCreate = z
  .strictObject({
    outcome: z.enum(['upheld', 'overturned', 'partly_overturned', 'inadmissible']),
    reasonCodes: DecisionReasonCodes,
    reason: Reason,
    caseOutcome: z.enum(caseOutcomes).optional(),
    claims: z.array(ClaimDecision).max(50).optional(),
  })
  .meta({ id: 'AppealDecisionCreate' });

const appealFields = {
  id: z.uuid(),
  caseId: z.uuid(),
  decisionId: z.uuid(),
  state: z.enum(appealStates),
  grounds: z.array(z.enum(appealGroundCodes)),
  statement: z.string(),
  evidenceCaseId: z.uuid().nullable(),
  evidenceDueAt: z.iso.datetime().nullable(),
  submittedAt: z.iso.datetime(),
};
const resultFields = {
  decidedAt: z.iso.datetime(),
  reasonCodes: z.array(z.string()),
  newDecisionId: z.uuid().nullable(),
};

/** For representatives: no operator, no private reason (promise D1). */
export const Appeal = z
  .object({ view: z.literal('provider'), ...appealFields, result: z.object(resultFields).nullable() })
  .meta({ id: 'Appeal' });

export const OperatorAppeal = z
  .object({
    view: z.literal('operator'),
    ...appealFields,
    submittedById: z.uuid(),
    assigneeId: z.uuid().nullable(),
    result: z.object({ ...resultFields, deciderId: z.uuid(), reason: z.string(), auditEntryId: z.uuid() }).nullable(),
  })
  .meta({ id: 'OperatorAppeal' });

export const AppealView = z.discriminatedUnion('view', [Appeal, OperatorAppeal]);
