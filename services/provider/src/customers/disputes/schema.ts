import { multiLine } from '@trust/contracts/free-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { disputeDecisionReasons, disputeOutcomes, disputeReasons } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';
import { enquirySides } from '../enquiries/states.ts';
import { disputeStates } from './states.ts';

const text = multiLine(10, 4000);
export const DisputeParams = z.object({ disputeId: z.uuid() });

export const DisputeCreate = z
  .strictObject({ reasonCode: z.enum(disputeReasons), statement: text })
  .meta({ id: 'DisputeCreate' });
export const DisputeStatementCreate = z.strictObject({ text }).meta({ id: 'DisputeStatementCreate' });
export const DisputeAppealCreate = z
  .strictObject({ statement: multiLine(10, 2000) })
  .meta({ id: 'DisputeAppealCreate' });

const DisputeStatement = z
  .object({ side: z.enum(enquirySides), text: z.string(), madeAt: z.iso.datetime() })
  .meta({ id: 'DisputeStatement' });
const DisputeAppeal = z
  .object({
    state: z.enum(['open', 'decided', 'withdrawn']),
    outcome: z.enum(disputeOutcomes).nullable(),
    requestedAt: z.iso.datetime(),
  })
  .meta({ id: 'DisputeAppeal' });

const summary = {
  id: z.uuid(),
  interactionId: z.uuid(),
  publicProviderId: z.string(),
  categoryKey: z.string(),
  openedBy: z.enum(enquirySides),
  reasonCode: z.enum(disputeReasons),
  state: z.enum(disputeStates),
  openedAt: z.iso.datetime(),
  responseDueAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  outcome: z.enum(disputeOutcomes).nullable(),
};

export const DisputeSummary = z.object(summary).meta({ id: 'DisputeSummary' });
export const DisputePage = Page(DisputeSummary).meta({ id: 'DisputePage' });
export const DisputeQuery = PageQuery;

export const Dispute = z
  .object({
    ...summary,
    statements: z.array(DisputeStatement),
    decisionReason: z.enum(disputeDecisionReasons).nullable(),
    appeal: z.union([DisputeAppeal, z.null()]),
  })
  .meta({ id: 'Dispute' });
