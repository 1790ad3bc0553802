import { OperatorName } from '@trust/contracts/values/work-name';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Escalation, Incident } from '../../db/schema.ts';
import { SlaStatus, slaStatusOfWork } from '../../sla-status.ts';
import { RecordState } from './states.ts';

/** Escalations and incidents share these. Each says itself why it was opened, by whom, and when it is due. */
export const recordFields = {
  reason: z.string(),
  state: RecordState,
  slaStatus: SlaStatus.meta({ description: 'Status against the service level.', examples: ['on_track'] }),
  dueAt: z.iso.datetime(),
  openerId: z.uuid(),
  openerName: OperatorName,
  openedAt: z.iso.datetime().describe('When it was opened.'),
  assigneeId: z.uuid().nullable().describe('Identifier of the operator who started it; null while it is open.'),
  assigneeName: OperatorName,
  startedAt: z.iso.datetime().nullable().describe('When it was started; null while it is open.'),
  resolverId: z.uuid().nullable().describe('Identifier of the operator who resolved it; null until then.'),
  resolverName: OperatorName,
  resolvedAt: z.iso.datetime().nullable().describe('When it was resolved; null until then.'),
  resolution: z.string().nullable().describe('How it was resolved; null until then.'),
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
