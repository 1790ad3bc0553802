import { workNotificationRequested } from '@trust/contracts/events/any';
import type { WorkTemplate } from '@trust/contracts/notifications/work-templates';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
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

/**
 * Tells who holds a duty of the case that a check confirms another name, person or place now (promise T3), once in a
 * clock hour: a provider changes them as often as it likes (docs/domain/claim-subject.md 28).
 */
export async function notifyOfChangedSubject(trx: Trx, caseId: string, at: Date): Promise<void> {
  for (const { id, assignee_id: userId } of await activeAssignments(trx, caseId))
    if (await isFirstOfHour(trx, { assignmentId: id, caseId, at }))
      await notifyOfDuty(trx, { userId, template: 'subject_changed', caseId });
}

async function isFirstOfHour(
  trx: Trx,
  { assignmentId, caseId, at }: { assignmentId: string; caseId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into subject_notice (assignment_id, case_id, told_in)
    values (${assignmentId}, ${caseId}, date_trunc('hour', ${at}::timestamptz, 'UTC'))
    on conflict (assignment_id, case_id) do update set told_in = excluded.told_in
      where subject_notice.told_in < excluded.told_in
    returning case_id`.execute(trx);
  return rows.length > 0;
}

async function notifyAssignees(trx: Trx, caseId: string, template: WorkTemplate): Promise<void> {
  for (const { assignee_id: userId } of await activeAssignments(trx, caseId))
    await notifyOfDuty(trx, { userId, template, caseId });
}
