import { CaseOutcome } from '@trust/contracts/events/verification';
import { ClaimLimitations } from '@trust/contracts/fields';
import { RecordedDecisionReason } from '@trust/contracts/reasons/decision-reasons';
import { z } from 'zod';
import { decisionReasonList } from '../record/decision-reason-list.ts';

export const CaseRecommendation = z
  .object({
    id: z.uuid().describe('Identifier of the recommendation.'),
    outcome: CaseOutcome.meta({ description: 'The outcome that the reviewer recommended.', examples: ['verified'] }),
    limitations: ClaimLimitations.describe(
      'Limitations that the reviewer recommended, as they wrote them, which every claim of the decision has; may be empty.',
    ),
    refusedClaims: z.array(z.string()).meta({
      description: 'Types of claims that the reviewer advised against: the decision does not grant them.',
      examples: [[]],
    }),
    reasonCodes: z.array(RecordedDecisionReason).meta({
      description: `The reasons, 1 to 10. Older recommendations may have other codes.\n\n${decisionReasonList}`,
      examples: [['all_checks_clear']],
    }),
    reason: z.string().meta({
      description: 'Why, as the reviewer wrote it. Private.',
      examples: ['Both documents agree with the register.'],
    }),
    recommendedAt: z.iso.datetime().describe('When the recommendation was recorded.'),
  })
  .meta({ id: 'CaseRecommendation' });
