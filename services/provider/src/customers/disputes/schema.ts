import { CatalogKey, DisputeId, InteractionId, PublicProviderId, RequestedAt } from '@trust/contracts/fields';
import { multiLine } from '@trust/contracts/free-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { DisputeDecisionReason, DisputeOutcome, DisputeReason } from '@trust/contracts/reasons/moderation-reasons';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { EnquirySide } from '../enquiries/states.ts';
import { DisputeState } from './states.ts';

const StateValue = valueList({
  open: { en: 'Open', fr: '', means: 'Waits for an operator.' },
  decided: { en: 'Decided', fr: '', means: 'Decided. Final.' },
  withdrawn: { en: 'Withdrawn', fr: '', means: 'Withdrawn. Final.' },
});

const text = multiLine(10, 4000);
export const DisputeParams = z.object({ disputeId: DisputeId });

export const DisputeCreate = z
  .strictObject({
    reasonCode: DisputeReason.describe('What the dispute is about.'),
    statement: text.meta({
      description: 'What happened, 10 to 4000 characters. The other side reads it.',
      examples: ['The electrician did not come on the agreed day.'],
    }),
  })
  .meta({ id: 'DisputeCreate' });
export const DisputeStatementCreate = z
  .strictObject({
    text: text.meta({
      description: 'What happened, 10 to 4000 characters. The other side reads it.',
      examples: ['The electrician did not come on the agreed day.'],
    }),
  })
  .meta({ id: 'DisputeStatementCreate' });
export const DisputeAppealCreate = z
  .strictObject({
    statement: multiLine(10, 2000).meta({
      description: 'Why the decision is wrong, 10 to 2000 characters.',
      examples: ['The invoice that I mentioned was not considered.'],
    }),
  })
  .meta({ id: 'DisputeAppealCreate' });

const DisputeStatement = z
  .object({
    side: EnquirySide.describe('Who made it.'),
    text: z.string().meta({
      description: 'The statement, plain text.',
      examples: ['The electrician did not come on the agreed day.'],
    }),
    madeAt: z.iso.datetime().describe('When it was made.'),
  })
  .meta({ id: 'DisputeStatement' });
const DisputeAppeal = z
  .object({
    state: StateValue.describe('State of the appeal.'),
    outcome: DisputeOutcome.nullable().describe('The final decision; null while it is open.'),
    requestedAt: RequestedAt,
  })
  .meta({ id: 'DisputeAppeal' });

const summary = {
  id: DisputeId,
  interactionId: InteractionId,
  publicProviderId: PublicProviderId,
  categoryKey: CatalogKey,
  openedBy: EnquirySide.describe('Who opened it.'),
  reasonCode: DisputeReason.describe('What the dispute is about.'),
  state: DisputeState.meta({ description: 'State of the dispute.', examples: ['awaiting_response'] }),
  openedAt: z.iso.datetime().describe('When it was opened.'),
  responseDueAt: z.iso
    .datetime()
    .nullable()
    .describe('Until when the other side can respond before the decision; null after that.'),
  endedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When it was decided or withdrawn; null before that.', examples: [null] }),
  outcome: DisputeOutcome.nullable().describe('The decision; null before it.'),
};

export const DisputeSummary = z.object(summary).meta({ id: 'DisputeSummary' });
export const DisputePage = Page(DisputeSummary).meta({ id: 'DisputePage' });
export const DisputeQuery = PageQuery;

export const Dispute = z
  .object({
    ...summary,
    statements: z.array(DisputeStatement).describe('Statements of both sides, oldest first: at most 10.'),
    decisionReason: DisputeDecisionReason.nullable().describe('Why it was decided; null before that.'),
    appeal: z.union([DisputeAppeal, z.null()]).describe('The appeal of the decision; null if none.'),
  })
  .meta({ id: 'Dispute' });
