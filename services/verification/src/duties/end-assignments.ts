import type { LostWorkReason } from '@trust/contracts/reasons/lost-work';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { type App, audit, type Trx } from '../app.ts';
import { announceDuties } from '../case/effects/announce-changes.ts';
import { notifyOfDuty } from '../case/effects/notify-assignees.ts';
import { endAssignment } from '../case/record/assignments.ts';
import { lockCase } from '../case/record/queries.ts';
import type { CaseDuty } from '../db/schema.ts';
import { openAssignmentsOf } from './queries.ts';

export async function endAssignments(
  trx: Trx,
  app: App,
  of: { assigneeId: string; duties: readonly CaseDuty[]; providerId?: string; because?: LostWorkReason },
  event: { id: string },
): Promise<void> {
  if (of.duties.length === 0) return;
  const now = app.now();
  for (const { case_id: caseId, duty } of await openAssignmentsOf(trx, of)) {
    const found = await lockCase(trx, caseId);
    if (!found) continue;
    await endAssignment(trx, { caseId, duty, because: of.because }, now);
    await announceDuties(trx, app, found);
    if (of.because) await notifyOfDuty(trx, { userId: of.assigneeId, template: 'work_lost', caseId });
    await audit(trx, systemAudit('endAssignment', { by: 'event', at: now, id: event.id }), {
      objectType: 'verification_case',
      objectId: caseId,
      before: { duty, assigneeId: of.assigneeId },
    });
  }
}
