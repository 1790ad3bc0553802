import { ModerationOutcome, ModerationState } from '@trust/contracts/events/customers';
import { DisputeId, ModerationSubjectId, ProviderId, RequestedAt, ReviewId } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import {
  DisputeDecisionReason,
  DisputeOutcome,
  NameDecisionReason,
  ReportDecisionReason,
  ReportOutcome,
  ReviewDecisionReason,
} from '@trust/contracts/reasons/moderation-reasons';
import { Reason } from '@trust/contracts/values/free-text';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';
import { SlaStatus } from '../sla-status.ts';

export const DisputeParams = z.object({ disputeId: DisputeId });
export const ReviewParams = z.object({ reviewId: ReviewId });
export const ResponseParams = z.object({ responseId: z.uuid().describe('Identifier of the response.') });
export const NameParams = z.object({ nameId: z.uuid().describe('Identifier of the version of the name.') });
export const ReportParams = z.object({ reportId: z.uuid().describe('Identifier of the report.') });

export const DisputeDecisionCreate = z
  .strictObject({
    outcome: DisputeOutcome.describe('The decision.'),
    reasonCode: DisputeDecisionReason.describe('Why, for both sides.'),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['Both statements agree on the date and the price.'],
    }),
  })
  .meta({ id: 'DisputeDecisionCreate' });

export const ReviewDecisionCreate = z
  .strictObject({
    outcome: ModerationOutcome.describe('The decision.'),
    reasonCode: ReviewDecisionReason.describe('Why: `complies` for `approved` and for nothing else.'),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['The review describes the work and names nobody.'],
    }),
  })
  .meta({ id: 'ReviewDecisionCreate' });

export const NameDecisionCreate = z
  .strictObject({
    outcome: ModerationOutcome.describe('The decision.'),
    reasonCode: NameDecisionReason.describe('Why, for the provider: `complies` for `approved` and for nothing else.'),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['The name is that of the business and claims nothing else.'],
    }),
    isNameKept: z
      .boolean()
      .optional()
      .describe(
        'Only to refuse words that were accepted: true if their name is harmless and stays public. By default it goes too.',
      ),
  })
  .meta({ id: 'NameDecisionCreate' });

export const ReportDecisionCreate = z
  .strictObject({
    outcome: ReportOutcome.describe('The decision.'),
    reasonCode: ReportDecisionReason.describe('Why: `action_taken` for `upheld` and for nothing else.'),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['The website of the provider confirms the report.'],
    }),
  })
  .meta({ id: 'ReportDecisionCreate' });

export const ModerationQuery = PageQuery.extend({
  state: ModerationState.optional().describe('Only requests in this state.'),
  providerId: z
    .uuid()
    .optional()
    .meta({ description: 'Only what concerns this provider.', examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'] }),
});

/** Ids and codes: the texts are read from the provider service. */
export const Moderation = z
  .object({
    id: z.uuid().describe('Identifier of the request.'),
    subjectId: ModerationSubjectId,
    round: z.number().int().describe('Number of the decision about this subject, from 1.'),
    isAppeal: z.boolean().describe('Whether it is the one appeal.'),
    providerId: ProviderId,
    categoryKey: z
      .string()
      .nullable()
      .meta({ description: 'Key of the category; null for a report or a name.', examples: ['electrician'] }),
    reasonCode: z.string().meta({
      description: 'Why it has to be decided: the reason of the flag, dispute or report.',
      examples: ['not_genuine'],
    }),
    state: ModerationState.describe('State of the request.'),
    isReady: z.boolean().describe('Whether it can be decided now.'),
    requestedAt: RequestedAt,
    readyAt: z.iso
      .datetime()
      .describe('From when it can be decided. A dispute first waits for the response of the other side.'),
    dueAt: z.iso.datetime().meta({ description: 'When it should be decided.', examples: ['2026-11-06T17:00:00.000Z'] }),
    slaStatus: SlaStatus.meta({ description: 'Status of the service level.', examples: ['on_track'] }),
    outcome: z
      .string()
      .nullable()
      .meta({
        description: 'The decision: an `outcome` of the route that decides it. Null unless it is decided.',
        examples: [null],
      }),
    decisionReason: z
      .string()
      .nullable()
      .meta({ description: 'Why: the `reasonCode` of the decision. Null unless it is decided.', examples: [null] }),
    deciderId: z.uuid().nullable().describe('Identifier of the operator who decided; null unless it is decided.'),
    deciderName: OperatorName,
    decidedAt: z.iso.datetime().nullable().describe('When it was decided; null unless it is decided.'),
  })
  .meta({ id: 'Moderation' });

export const ModerationPage = Page(Moderation).meta({ id: 'ModerationPage' });
