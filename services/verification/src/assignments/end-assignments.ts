import { caseChanged } from '@trust/contracts/events/verification';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { emit } from '@trust/service-kit/events/outbox';
import { type App, audit, type Trx } from '../app.ts';
import { casePayload } from '../cases/move-case.ts';
import { lockCase } from '../cases/queries.ts';
import type { CaseDuty } from '../db/schema.ts';
import { endAssignment, openAssignmentsOf } from './queries.ts';

export async function endAssignments(
  trx: Trx,
  app: App,
  of: { assigneeId: string; duties: readonly CaseDuty[]; providerId?: string },
  event: { id: string },
): Promise<void> {
  if (of.duties.length === 0) return;
  const now = app.now();
  for (const { case_id: caseId, duty } of await openAssignmentsOf(trx, of)) {
    const found = await lockCase(trx, caseId);
    if (!found) continue;
    await endAssignment(trx, { caseId, duty }, now);
    await emit(trx, caseChanged, await casePayload(trx, found, now));
    await audit(trx, systemAudit('endAssignment', { by: 'event', at: now, id: event.id }), {
      objectType: 'verification_case',
      objectId: caseId,
      before: { duty, assigneeId: of.assigneeId },
    });
  }
}
