import { workNotificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { activeAssignments } from '../record/assignments.ts';

/** Tells who holds a duty of the case that its documents are not those that they have read (promise T3). */
export async function notifyOfChangedEvidence(trx: Trx, caseId: string): Promise<void> {
  for (const { assignee_id: userId } of await activeAssignments(trx, caseId))
    await emit(trx, workNotificationRequested.verification, {
      userId,
      template: 'evidence_changed',
      subjectType: 'verification_case',
      subjectId: caseId,
    });
}
