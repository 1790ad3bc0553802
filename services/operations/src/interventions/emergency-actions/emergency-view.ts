import type { z } from 'zod';
import { slaStatusOfWork } from '../../sla-status.ts';
import type { EmergencyRow } from './queries.ts';
import type { EmergencyAction } from './schema.ts';
import { emergencyStateAt, endsAt } from './states.ts';

export function emergencyView(row: EmergencyRow, now: Date): z.input<typeof EmergencyAction> {
  const { lifted_by, lifted_at, lift_reason, reviewer_id, outcome, review_reason, reviewed_at } = row;
  const state = emergencyStateAt(row, now);
  return {
    id: row.id,
    kind: row.kind,
    targetId: row.target_id,
    providerId: row.provider_id,
    state,
    reason: row.reason,
    actorId: row.acted_by,
    startedAt: row.started_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endedAt: state === 'active' ? null : endsAt(row).toISOString(),
    lift:
      lifted_by && lifted_at && lift_reason
        ? { lifterId: lifted_by, liftedAt: lifted_at.toISOString(), reason: lift_reason }
        : null,
    reviewDueAt: row.review_due_at.toISOString(),
    slaStatus: slaStatusOfWork({ due_at: row.review_due_at, resolved_at: reviewed_at }, now),
    review:
      reviewer_id && outcome && review_reason && reviewed_at
        ? { reviewerId: reviewer_id, outcome, reason: review_reason, reviewedAt: reviewed_at.toISOString() }
        : null,
  };
}
