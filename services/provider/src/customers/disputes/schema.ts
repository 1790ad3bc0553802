import { DisputeState, ModerationState } from '@trust/contracts/events/customers';
import { CatalogKey, DisputeId, InteractionId, PublicProviderId, RequestedAt } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { DisputeDecisionReason, DisputeOutcome, DisputeReason } from '@trust/contracts/reasons/moderation-reasons';
import { multiLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { EnquirySide } from '../enquiries/states.ts';

const text = multiLine(10, 4000);
export const DisputeParams = z.object({ disputeId: DisputeId });

export const DisputeCreate = z
  .strictObject({
    reasonCode: DisputeReason.describe('What the dispute is about.'),
    statement: text.meta({
      description: 'What happened: plain text, 10 to 4000 characters. The other side reads it.',
      examples: ['The electrician did not come on the agreed day.'],
    }),
  })
  .meta({ id: 'DisputeCreate' });
export const DisputeStatementCreate = z
  .strictObject({
    text: text.meta({
      description: 'The statement: plain text, 10 to 4000 characters. The other side reads it.',
      examples: ['The electrician did not come on the agreed day.'],
    }),
  })
  .meta({ id: 'DisputeStatementCreate' });
export const DisputeAppealCreate = z
  .strictObject({
    statement: multiLine(10, 2000).meta({
      description: 'Why the decision is wrong: plain text, 10 to 2000 characters.',
      examples: ['The invoice that I mentioned was not considered.'],
    }),
  })
  .meta({ id: 'DisputeAppealCreate' });

const DisputeStatement = z
  .object({
    side: EnquirySide.describe('The side that made the statement.'),
    text: z.string().meta({
      description: 'The statement, plain text of 10 to 4000 characters.',
      examples: ['The electrician did not come on the agreed day.'],
    }),
    madeAt: z.iso.datetime().describe('When the statement was made.'),
  })
  .meta({ id: 'DisputeStatement' });
const DisputeAppeal = z
  .object({
    state: ModerationState.describe('State of the appeal.'),
    outcome: DisputeOutcome.nullable().describe('The final decision; null while the appeal is open.'),
    statement: z
      .string()
      .nullable()
      .meta({
        description: 'Why the appeal was made, plain text of 10 to 2000 characters; null once its author is erased.',
        examples: ['The invoice that I sent afterwards shows the agreed price.'],
      }),
    requestedAt: RequestedAt.describe('When the appeal was made.'),
  })
  .meta({ id: 'DisputeAppeal' });

const EarlierFinding = z
  .object({
    disputeId: DisputeId,
    reasonCode: DisputeReason.describe('What the earlier dispute was about.'),
    outcome: DisputeOutcome.describe('The decision, or that of its appeal.'),
    decidedOn: z.iso.date().meta({ description: 'Day of the decision, in UTC.', examples: ['2026-11-02'] }),
  })
  .meta({ id: 'EarlierFinding' });

const summary = {
  id: DisputeId,
  interactionId: InteractionId,
  publicProviderId: PublicProviderId,
  categoryKey: CatalogKey,
  openedBy: EnquirySide.describe('The side that opened the dispute.'),
  reasonCode: DisputeReason.describe('What the dispute is about.'),
  state: DisputeState.meta({ description: 'State of the dispute.', examples: ['awaiting_response'] }),
  openedAt: z.iso.datetime().describe('When the dispute was opened.'),
  responseDueAt: z.iso
    .datetime()
    .nullable()
    .describe('Until when the other side can respond before the decision; null after that.'),
  endedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the dispute was decided or withdrawn; null before that.', examples: [null] }),
  outcome: DisputeOutcome.nullable().describe(
    'The decision, or that of the appeal once it is decided; null before it and if the dispute was withdrawn.',
  ),
};

export const DisputeSummary = z.object(summary).meta({ id: 'DisputeSummary' });
export const DisputePage = Page(DisputeSummary).meta({ id: 'DisputePage' });
export const DisputeQuery = PageQuery;

export const Dispute = z
  .object({
    ...summary,
    statements: z.array(DisputeStatement).describe('Statements of both sides, oldest first: at most 5 of each side.'),
    decisionReason: DisputeDecisionReason.nullable().describe('Why it was decided so; null without a decision.'),
    earlierFindings: z
      .array(EarlierFinding)
      .describe('What was decided about the same interaction before this dispute, oldest first.'),
    appeal: z.union([DisputeAppeal, z.null()]).describe('The one appeal of the decision; null if there is none.'),
  })
  .meta({ id: 'Dispute' });
