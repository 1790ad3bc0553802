import type { z } from 'zod';
import type { Subject } from '../subjects/find-subject.ts';
import { slaStatusOfWork } from '../triage/priority.ts';
import type { EscalationRow } from './queries.ts';
import type { Escalation } from './schema.ts';

export function escalationView(row: EscalationRow, now: Date): z.input<typeof Escalation> {
  return {
    id: row.id,
    subject: { type: row.subject_type as Subject['type'], id: row.subject_id },
    reasonCode: row.reason_code,
    reason: row.reason,
    state: row.state,
    slaStatus: slaStatusOfWork(row, now),
    dueAt: row.due_at.toISOString(),
    openerId: row.opened_by,
    openedAt: row.opened_at.toISOString(),
    assigneeId: row.started_by,
    startedAt: row.started_at?.toISOString() ?? null,
    resolverId: row.resolved_by,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolution: row.resolution,
  };
}
