import { CheckMethod } from '@trust/contracts/events/provider';
import { AppealState, CaseOutcome } from '@trust/contracts/events/verification';
import { AppealId, CaseId, CatalogKey, DecisionId, PolicyVersion } from '@trust/contracts/fields';
import { LocalisedText } from '@trust/contracts/localised-text';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { DecisionStatus } from '../../case/record/decision-status.ts';

const Result = valueList({
  granted: { en: 'Granted', fr: 'Accordée', means: 'The claim was granted.' },
  refused: { en: 'Refused', fr: 'Refusée', means: 'The claim was not granted.' },
});

const worded = z.object({
  code: z.string().meta({ description: 'Code of the reason.', examples: ['041873'] }),
  text: z.string().meta({ description: 'The reason in words.', examples: ['The verification was decided.'] }),
});

/** For representatives: no operator, no private reason (promise D1). */
export const DecisionReceipt = z
  .object({
    decisionId: z.uuid().describe('The decision.'),
    caseId: CaseId,
    categoryKey: CatalogKey,
    outcome: CaseOutcome.meta({ description: 'The outcome of the case.', examples: ['verified'] }),
    status: DecisionStatus.describe('Whether the decision is in force.'),
    laterDecisionId: z.uuid().nullable().describe('The decision that replaced this one; null if there is none.'),
    decidedAt: z.iso.datetime().describe('When the decision was recorded.'),
    policyVersion: PolicyVersion,
    requirementVersion: z.number().int().describe('Number of the requirement version that was applied.'),
    reasons: z.array(worded).describe('The reasons of the decision.'),
    claims: z
      .array(
        z.object({
          type: z.string().meta({
            description: 'Type of the claim: `claim.type` of a requirement of the case.',
            examples: ['trade_qualification'],
          }),
          label: LocalisedText.meta({
            description: 'Name of the requirement.',
            examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }],
          }),
          result: Result.describe('Whether the claim was granted or refused.'),
          evidenceKind: z.string().describe('Kind of the document that was considered.'),
          method: CheckMethod.meta({
            description: 'Method of the check that supports the claim.',
            examples: ['document_review'],
          }),
          limitations: z.array(z.string()).meta({
            description: 'What the claim does not cover. Never empty on a claim.',
            examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
          }),
          validUntil: z.iso
            .datetime()
            .nullable()
            .meta({
              description: 'When the claim expires. Limited by the requirement version; null if it was refused.',
              examples: ['2027-11-03T00:00:00.000Z'],
            }),
        }),
      )
      .describe('The result for each requirement.'),
    appeal: z
      .object({
        isPossible: z.boolean().describe('Whether the decision can be appealed now.'),
        endsAt: z.iso
          .datetime()
          .nullable()
          .describe('Until when, exclusive: the end of the 15th working day. Null if the decision cannot be appealed.'),
        instructions: z.string().meta({
          description: 'How to appeal, in the language of the response.',
          examples: ['Ask for the calibration record of the measuring instruments.'],
        }),
      })
      .describe('Whether and until when the decision can be appealed.'),
  })
  .meta({ id: 'DecisionReceipt' });

/** For representatives: no operator, no private reason (promise D1). */
export const AppealReceipt = z
  .object({
    appealId: AppealId,
    caseId: CaseId,
    decisionId: DecisionId,
    state: AppealState.describe('State of the appeal.'),
    submittedAt: z.iso.datetime().describe('When the appeal was submitted.'),
    grounds: z.array(worded).describe('The grounds of the appeal.'),
    statement: z.string().describe('What the representative wrote.'),
    newEvidence: z
      .array(
        z.object({
          label: LocalisedText.meta({
            description: 'Name of the requirement.',
            examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }],
          }),
          evidenceKind: z.string().nullable().describe('Kind of the document; null if none arrived.'),
        }),
      )
      .describe('The requirements with new evidence.'),
    decidedAt: z.iso.datetime().nullable().describe('When the appeal was decided; null before.'),
    reasons: z.array(worded).describe('The reasons of the decision on the appeal; empty before.'),
    policyVersion: z
      .string()
      .nullable()
      .meta({
        description: 'The rules of the appealed decision; null before the appeal is decided.',
        examples: ['2026-11'],
      }),
    newDecisionId: z
      .uuid()
      .nullable()
      .describe('The decision that sets the appealed one aside; null if it stays in force.'),
    instructions: z.string().meta({
      description: 'What follows, in the language of the response.',
      examples: ['Ask for the calibration record of the measuring instruments.'],
    }),
  })
  .meta({ id: 'AppealReceipt' });
