import type { z } from 'zod';
import { type Decision, stateAt } from './outcome.ts';
import type { ApprovalRow, OverrideRow } from './queries.ts';
import type { Override } from './schema.ts';

export function overrideView(row: OverrideRow, approvals: ApprovalRow[], now: Date): z.input<typeof Override> {
  return {
    id: row.id,
    kind: row.kind as z.input<typeof Override>['kind'],
    action: row.action as z.input<typeof Override>['action'],
    targetId: row.target_id,
    days: row.days,
    state: stateAt(
      { state: row.state as 'pending' | 'approved' | 'rejected' | 'withdrawn', expires_at: row.expires_at },
      now,
    ),
    reason: row.reason,
    requesterId: row.requester_id,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    approvalsNeeded: row.approvals_needed,
    approvals: approvals
      .filter(({ override_id }) => override_id === row.id)
      .map((approval) => ({
        approverId: approval.approver_id,
        decision: approval.decision as Decision,
        reason: approval.reason,
        decidedAt: approval.decided_at.toISOString(),
      })),
  };
}
