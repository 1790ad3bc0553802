import { reviewDecisionReasons } from '@trust/contracts/reasons/moderation-reasons';
import { z } from 'zod';
import type { RequestRow } from './queries.ts';

/** Of a review or of a response to one. */
export const ModerationRound = z
  .object({
    round: z.number().int(),
    isAppeal: z.boolean(),
    state: z.enum(['open', 'decided', 'withdrawn']),
    outcome: z.enum(['approved', 'refused']).nullable(),
    decisionReason: z.enum(reviewDecisionReasons).nullable(),
    statement: z.string().nullable(),
    requestedAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
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
