import { Reason } from '@trust/contracts/free-text';
import { Page, PageQuery } from '@trust/contracts/page';
import {
  disputeDecisionReasons,
  disputeOutcomes,
  reportDecisionReasons,
  reportOutcomes,
  reviewDecisionReasons,
} from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';
import { slaStatuses } from '../sla-status.ts';
import { moderationStates } from './queries.ts';

export const DisputeParams = z.object({ disputeId: z.uuid() });
export const ReviewParams = z.object({ reviewId: z.uuid() });
export const ResponseParams = z.object({ responseId: z.uuid() });
export const ReportParams = z.object({ reportId: z.uuid() });

export const DisputeDecisionCreate = z
  .strictObject({
    outcome: z.enum(disputeOutcomes),
    reasonCode: z.enum(disputeDecisionReasons),
    reason: Reason,
  })
  .meta({ id: 'DisputeDecisionCreate' });

export const ReviewDecisionCreate = z
  .strictObject({
    outcome: z.enum(['approved', 'refused']),
    reasonCode: z.enum(reviewDecisionReasons),
    reason: Reason,
  })
  .meta({ id: 'ReviewDecisionCreate' });

export const ReportDecisionCreate = z
  .strictObject({ outcome: z.enum(reportOutcomes), reasonCode: z.enum(reportDecisionReasons), reason: Reason })
  .meta({ id: 'ReportDecisionCreate' });

export const ModerationQuery = PageQuery.extend({
  state: z.enum(moderationStates).optional(),
  providerId: z.uuid().optional(),
});

/** Ids and codes: the texts are read from the provider service. */
export const Moderation = z
  .object({
    id: z.uuid(),
    subjectId: z.uuid(),
    round: z.number().int(),
    isAppeal: z.boolean(),
    providerId: z.uuid(),
    categoryKey: z.string().nullable(),
    reasonCode: z.string(),
    state: z.enum(moderationStates),
    isReady: z.boolean(),
    requestedAt: z.iso.datetime(),
    readyAt: z.iso.datetime(),
    dueAt: z.iso.datetime(),
    slaStatus: z.enum(slaStatuses),
    outcome: z.string().nullable(),
    decisionReason: z.string().nullable(),
    deciderId: z.uuid().nullable(),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Moderation' });

export const ModerationPage = Page(Moderation).meta({ id: 'ModerationPage' });
