import { RequestedAt } from '@trust/contracts/fields';
import { reviewDecisionReasons } from '@trust/contracts/reasons/moderation-reasons';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import type { RequestRow } from './queries.ts';

const Outcome = valueList({
  approved: { en: 'Approved', fr: '', means: 'The review is shown.' },
  refused: { en: 'Refused', fr: '', means: 'The review is not shown.' },
});

const StateValue = valueList({
  open: { en: 'Open', fr: '', means: 'Waits for an operator.' },
  decided: { en: 'Decided', fr: '', means: 'Decided. Final.' },
  withdrawn: { en: 'Withdrawn', fr: '', means: 'Withdrawn. Final.' },
});

/** Of a review or of a response to one. */
export const ModerationRound = z
  .object({
    round: z.number().int().describe('Number of the decision about this subject, from 1.'),
    isAppeal: z.boolean().describe('Whether it is the one appeal.'),
    state: StateValue.describe('State of the request.'),
    outcome: Outcome.nullable().describe('The decision; null while it is open.'),
    decisionReason: z.enum(reviewDecisionReasons).nullable().describe('Why it was decided; null while it is open.'),
    statement: z
      .string()
      .nullable()
      .meta({ description: 'The statement of an appeal; null otherwise.', examples: [null] }),
    requestedAt: RequestedAt,
    decidedAt: z.iso.datetime().nullable().describe('When it was decided; null while it is open.'),
  })
  .meta({ id: 'ReviewModeration' });

export function moderationRound(row: RequestRow): z.input<typeof ModerationRound> {
  return {
    round: row.round,
    isAppeal: row.is_appeal,
    state: row.state as 'open',
    outcome: row.outcome as 'approved' | null,
    decisionReason: row.decision_reason as 'complies' | null,
    statement: row.statement,
    requestedAt: row.requested_at.toISOString(),
    decidedAt: row.state === 'decided' ? (row.ended_at?.toISOString() ?? null) : null,
  };
}
