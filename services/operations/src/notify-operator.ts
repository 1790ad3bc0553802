import { type NotifiedWork, workNotificationRequested } from '@trust/contracts/events/any';
import type { WorkTemplate } from '@trust/contracts/notifications/work-templates';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from './app.ts';

type Notice = {
  userId: string;
  template: WorkTemplate;
  type: NotifiedWork;
  id: string;
};

/** Type and id of the work only; its routes decide what the operator may read of it. */
export function notifyOperator(trx: Trx, { userId, template, type, id }: Notice): Promise<void> {
  return emit(trx, workNotificationRequested.operations, { userId, template, subjectType: type, subjectId: id });
}

/** Nobody is told what they assigned to themselves. */
export async function notifyAssignee(
  trx: Trx,
  { assigneeId, by, ...work }: { assigneeId: string; by: string; type: NotifiedWork; id: string },
): Promise<void> {
  if (assigneeId !== by) await notifyOperator(trx, { ...work, userId: assigneeId, template: 'work_assigned' });
}
