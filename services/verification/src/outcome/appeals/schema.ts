import { Actions } from '@trust/contracts/actions/actions';
import { AppealState } from '@trust/contracts/events/appeals';
import { CaseOutcome } from '@trust/contracts/events/verification';
import { AppealId, CaseId, ClaimLimitations, DecisionId } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { AppealGround } from '@trust/contracts/reasons/appeal-grounds';
import { DecisionReasonCodes, RecordedDecisionReason } from '@trust/contracts/reasons/decision-reasons';
import { multiLine, Reason } from '@trust/contracts/values/free-text';
import { someOf } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';
import { decisionReasonList } from '../../case/record/decision-reason-list.ts';
import { CaseParams } from '../../case/record/params.ts';
import { ClaimDecision, LineResult, NotReadReason } from '../decisions/schema.ts';

const Outcome = someOf(AppealState, ['upheld', 'overturned', 'partly_overturned', 'inadmissible']);

export const AppealParams = CaseParams.extend({ appealId: AppealId });

export const AppealCreate = z
  .strictObject({
    decisionId: z.uuid().describe('The decision to appeal: the one in force of the case.'),
    grounds: z
      .array(AppealGround)
      .min(1)
      .max(AppealGround.options.length)
      .describe('Why the decision is appealed: 1 to 6 grounds.'),
    statement: multiLine(20, 4000).meta({
      description: 'What is wrong with the decision: 20 to 4000 characters.',
      examples: ['The licence shows the name of the owner of the business.'],
    }),
    newEvidenceFor: z
      .array(z.string().min(1).max(100))
      .max(50)
      .optional()
      .meta({
        description:
          'Keys of the requirements with new evidence, of this case. Required with the ground `new_evidence`.',
        examples: [['trade-qualification']],
      }),
  })
  .meta({ id: 'AppealCreate' });

export const AppealDecisionCreate = z
  .strictObject({
    outcome: Outcome.describe('The result of the appeal.'),
    reasonCodes: DecisionReasonCodes.meta({
      description: 'The reasons, 1 to 10. The receipt of the provider shows their texts.',
      examples: [['decision_confirmed']],
    }),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['The licence names another person, as the decision says.'],
    }),
    notReadReason: NotReadReason.optional(),
    caseOutcome: CaseOutcome.optional().meta({
      description: 'The outcome of the new decision. Required with `overturned` and `partly_overturned`.',
    }),
    claims: z.array(ClaimDecision).max(50).optional().meta({
      description:
        'The claims that the new decision grants or refuses, one entry for each type whose requirement has a document. Other types are refused. Required with `overturned` and `partly_overturned`.',
    }),
  })
  .meta({
    id: 'AppealDecisionCreate',
    examples: [
      {
        outcome: 'upheld',
        reasonCodes: ['decision_confirmed'],
        reason: 'The licence names another person, as the decision says.',
      },
    ],
  });

export const AppealRecommendationCreate = z
  .strictObject({
    outcome: someOf(AppealState, ['overturned', 'partly_overturned']).describe('The recommended result of the appeal.'),
    caseOutcome: CaseOutcome.meta({ description: 'The recommended outcome of the case.', examples: ['verified'] }),
    claims: z
      .array(ClaimDecision)
      .max(50)
      .describe(
        'The claims to grant or refuse, one entry for each type whose requirement has a document. The decider grants no other, none for longer, and each with these limitations.',
      ),
    reasonCodes: DecisionReasonCodes.meta({ description: 'The reasons, 1 to 10.', examples: [['evidence_misjudged']] }),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['The licence names the owner, and the register names both.'],
    }),
  })
  .meta({
    id: 'AppealRecommendationCreate',
    examples: [
      {
        outcome: 'overturned',
        caseOutcome: 'verified',
        claims: [
          {
            type: 'trade_qualification',
            evidenceVersionId: '019a490c-4e68-7d91-a7c3-6b2f10e8d945',
            result: 'granted',
          },
        ],
        reasonCodes: ['evidence_misjudged'],
        reason: 'The licence names the owner, and the register names both.',
      },
    ],
  });

const appealFields = {
  id: AppealId,
  caseId: CaseId,
  decisionId: DecisionId,
  state: AppealState.describe('State of the appeal.'),
  grounds: z.array(AppealGround).describe('Why the decision is appealed.'),
  statement: z
    .string()
    .nullable()
    .meta({
      description:
        'What is wrong with the decision, as the representative wrote it; null once their account was erased.',
      examples: ['The licence shows the name of the owner of the business.'],
    }),
  evidenceCaseId: z
    .uuid()
    .nullable()
    .describe('The case that takes new evidence of the appeal; null if none was announced.'),
  evidenceDueAt: z.iso
    .datetime()
    .nullable()
    .describe('Until when new evidence is awaited; null if none was announced.'),
  submittedAt: z.iso.datetime().describe('When the appeal was submitted.'),
};
const resultFields = {
  decidedAt: z.iso.datetime().describe('When the appeal was decided.'),
  reasonCodes: z.array(RecordedDecisionReason).meta({
    description: `The reasons, 1 to 10. The receipt of the provider shows their texts. Older decisions may have other codes.\n\n${decisionReasonList}`,
    examples: [['all_checks_clear']],
  }),
  newDecisionId: z
    .uuid()
    .nullable()
    .describe('The decision that sets the appealed one aside; null if it stays in force.'),
};

/** Representatives see no operator and no private reason (promise D1). */
export const Appeal = z
  .object({
    view: z.literal('provider').meta({
      description: 'Which view of the object this is.',
      'x-values': { provider: { means: 'For representatives: no operator and no private reason.' } },
    }),
    ...appealFields,
    result: z
      .object(resultFields)
      .nullable()
      .describe('The decision on the appeal; null while it is pending, and if it was withdrawn.'),
    actions: Actions,
  })
  .meta({ id: 'Appeal' });

export const OperatorAppeal = z
  .object({
    view: z.literal('operator').meta({
      description: 'Which view of the object this is.',
      'x-values': { operator: { means: 'For operators.' } },
    }),
    ...appealFields,
    submittedById: z.uuid().describe('The representative who submitted the appeal.'),
    claimTypes: z.array(ClaimDecision.shape.type).meta({
      description:
        'What the appeal judges: the types of claims of the case. Not those that the decision of a later case judged again, nor granted ones that are no longer current, or were not when the appeal was recommended: their own review judges these.',
      examples: [['trade_qualification']],
    }),
    assigneeId: z.uuid().nullable().describe('The assignee of the duty `appeal`; null if nobody is assigned.'),
    assigneeName: OperatorName,
    recommendation: z
      .object({
        ...AppealRecommendationCreate.omit({ claims: true, reasonCodes: true, reason: true }).shape,
        claims: z
          .array(
            z.object({
              type: ClaimDecision.shape.type,
              result: LineResult.describe('Whether to grant the claim or refuse it.'),
              limitations: ClaimLimitations.describe(
                'What the claim does not cover, as the recommender wrote it. The decider adds none.',
              ),
              validUntil: z.iso
                .datetime()
                .nullable()
                .describe('When the claim ends at the latest; null if the policy decides.'),
            }),
          )
          .describe('The claims that the decider can grant.'),
        reasonCodes: z
          .array(RecordedDecisionReason)
          .meta({ description: 'The reasons.', examples: [['evidence_misjudged']] }),
        reason: z.string().meta({
          description: 'Why, as the recommender wrote it. Private.',
          examples: ['The licence names the owner, and the register names both.'],
        }),
        recommenderId: z.uuid().describe('The operator who recommended.'),
        recommenderName: OperatorName,
        recommendedAt: z.iso.datetime().describe('When the appeal was recommended.'),
      })
      .nullable()
      .describe(
        'What its first assignee recommends; another operator then gets the duty and decides. Null without one.',
      ),
    result: z
      .object({
        ...resultFields,
        deciderId: z.uuid().describe('The operator who decided the appeal.'),
        deciderName: OperatorName,
        reason: z.string().meta({
          description: 'Why, as the decider wrote it. Private.',
          examples: ['The licence names another person, as the decision says.'],
        }),
        notReadReason: z
          .string()
          .nullable()
          .meta({
            description:
              'Why the decider relied on the reading of the reviewer; null if they read every document themselves, or found the appeal inadmissible. Private.',
            examples: [null],
          }),
        auditEntryId: z.uuid().describe('Identifier of the audit entry of the decision on the appeal.'),
      })
      .nullable()
      .describe('The decision on the appeal; null while it is pending, and if it was withdrawn.'),
    actions: Actions,
  })
  .meta({ id: 'OperatorAppeal' });

export const AppealView = z.discriminatedUnion('view', [Appeal, OperatorAppeal]);

export const AppealPage = Page(AppealView).meta({ id: 'AppealPage' });
