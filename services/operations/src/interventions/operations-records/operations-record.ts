import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Escalation, Incident } from '../../db/schema.ts';
import { slaStatuses, slaStatusOfWork } from '../../sla-status.ts';
import { recordStates } from './states.ts';

/** What escalations and incidents share: who opened, started and resolved it, and when. */
export const recordFields = {
  reason: z.string(),
  state: z.enum(recordStates),
  slaStatus: z.enum(slaStatuses),
  dueAt: z.iso.datetime(),
  openerId: z.uuid(),
  openedAt: z.iso.datetime(),
  assigneeId: z.uuid().nullable(),
  startedAt: z.iso.datetime().nullable(),
  resolverId: z.uuid().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  resolution: z.string().nullable(),
};

export function recordView(row: Selectable<Escalation> | Selectable<Incident>, now: Date) {
  return {
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
