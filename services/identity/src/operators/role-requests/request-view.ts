import type { OperatorRole } from '@trust/contracts/permissions';
import type { z } from 'zod';
import type { NamedRequest, RoleApprovalRow } from './queries.ts';
import type { RoleRequest } from './schema.ts';
import { type Decision, stateAt } from './states.ts';

export function requestView(
  row: NamedRequest,
  approvals: readonly RoleApprovalRow[],
  at: Date,
): z.input<typeof RoleRequest> {
  return {
    id: row.id,
    userId: row.person_id,
    role: row.role as OperatorRole,
    workName: row.work_name,
    currentWorkName: row.current_work_name,
    reason: row.reason,
    requesterId: row.requested_by,
    state: stateAt(row, at),
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    approvals: approvals
      .filter(({ request_id }) => request_id === row.id)
      .map(({ approver_id, decision, decided_at }) => ({
        approverId: approver_id,
        decision: decision as Decision,
        decidedAt: decided_at.toISOString(),
      })),
  };
}
