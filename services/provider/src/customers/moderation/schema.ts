import { ModerationOutcome, ModerationState } from '@trust/contracts/events/customers';
import { RequestedAt } from '@trust/contracts/fields';
import { ReviewDecisionReason } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';
import type { RequestRow } from '../../provider-record/moderation/queries.ts';
import { dayOf } from './day-of.ts';

export const ModerationRound = z
  .object({
    round: z.number().int().describe('Number of the request about this review or response, from 1.'),
    isAppeal: z.boolean().describe('Whether it is the one appeal that is possible.'),
    state: ModerationState.describe('State of the request.'),
    outcome: ModerationOutcome.nullable().describe('The decision about the review or response; null without one.'),
    decisionReason: ReviewDecisionReason.nullable().describe('Why it was decided so; null without a decision.'),
    statement: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the appeal was made, plain text of 10 to 2000 characters; null if it is no appeal, and once its author is erased.',
        examples: [null],
      }),
    requestedAt: RequestedAt.nullable().describe(
      'When the decision was requested. Null for the provider of a review, who sees the day only.',
    ),
    requestedOn: z.iso.date().describe('The day of `requestedAt`, in UTC.'),
    decidedAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'When it was decided. Null without a decision, and for the provider of a review, who sees the day only.',
      ),
    decidedOn: z.iso.date().nullable().describe('The day of the decision, in UTC; null without one.'),
  })
  .meta({ id: 'ReviewModeration' });

export function moderationRound(row: RequestRow): z.input<typeof ModerationRound> {
  const decided = row.state === 'decided' ? row.ended_at : null;
  return {
    round: row.round,
    isAppeal: row.is_appeal,
    state: row.state as 'open',
    outcome: row.outcome as 'approved' | null,
    decisionReason: row.decision_reason as 'complies' | null,
    statement: row.statement,
    requestedAt: row.requested_at.toISOString(),
    requestedOn: dayOf(row.requested_at),
    decidedAt: decided?.toISOString() ?? null,
    decidedOn: decided && dayOf(decided),
  };
}
