import type { z } from 'zod';
import { slaStatusOfWork } from '../triage/priority.ts';
import type { IncidentRow } from './queries.ts';
import type { Incident } from './schema.ts';

export function incidentView(row: IncidentRow, now: Date): z.input<typeof Incident> {
  return {
    id: row.id,
    severity: row.severity,
    title: row.title,
    providerId: row.provider_id,
    holdsPublication: row.holds_publication,
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
