import { workNotificationRequested } from '@trust/contracts/events/any';
import type { WorkTemplate } from '@trust/contracts/events/notification-templates';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { activeAssignments } from '../record/assignments.ts';

export function notifyOfDuty(
  trx: Trx,
  { userId, template, caseId }: { userId: string; template: WorkTemplate; caseId: string },
): Promise<void> {
  return emit(trx, workNotificationRequested.verification, {
    userId,
    template,
    subjectType: 'verification_case',
    subjectId: caseId,
  });
}

/** Tells who worked on a case that ended without a decision (promise T9). */
export function notifyOfEnd(trx: Trx, caseId: string): Promise<void> {
  return notifyAssignees(trx, caseId, 'work_lost');
}

/** Tells who holds a duty of the case that its documents are not those that they have read (promise T3). */
export function notifyOfChangedEvidence(trx: Trx, caseId: string): Promise<void> {
  return notifyAssignees(trx, caseId, 'evidence_changed');
}

/** Tells who holds a duty of the case that a check confirms another name, person or place now (promise T3). */
export function notifyOfChangedSubject(trx: Trx, caseId: string): Promise<void> {
  return notifyAssignees(trx, caseId, 'subject_changed');
}

async function notifyAssignees(trx: Trx, caseId: string, template: WorkTemplate): Promise<void> {
  for (const { assignee_id: userId } of await activeAssignments(trx, caseId))
    await notifyOfDuty(trx, { userId, template, caseId });
}
