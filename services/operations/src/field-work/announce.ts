import type { PayloadOf } from '@trust/contracts/event';
import {
  fieldWorkAssignmentChanged,
  fieldWorkAssignmentSnapshot,
  fieldWorkCancelled,
  fieldWorkCreated,
  fieldWorkNotCompleted,
  fieldWorkPlanned,
  fieldWorkScheduled,
} from '@trust/contracts/events/field-work';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { notifyAssignee } from '../notify-operator.ts';
import { type ItemRow, lockAnyItem } from './queries.ts';
import { isEnded } from './states.ts';

/** Announces every item: evidence admits photos of the assigned agent. `by` is the operator who assigns. */
export async function announceAssignment(
  trx: Trx,
  item: ItemRow,
  {
    before,
    at,
    by,
    as = fieldWorkAssignmentChanged,
  }: { before?: ItemRow; at: Date; by?: string; as?: typeof fieldWorkAssignmentChanged },
): Promise<void> {
  const isOpen = !isEnded(item.state);
  const wasOpen = before ? !isEnded(before.state) : isOpen;
  if (item.assignee_id === (before?.assignee_id ?? null) && isOpen === wasOpen) return;
  await emit(trx, as, {
    workItemId: item.id,
    caseId: item.case_id,
    providerId: item.provider_id,
    requirementKey: item.requirement_key,
    assigneeId: item.assignee_id,
    isOpen,
    occurredAt: at.toISOString(),
  });
  const { assignee_id: assigneeId, id } = item;
  if (by && isOpen && assigneeId) await notifyAssignee(trx, { assigneeId, by, type: 'field_work_item', id });
}

/** An item that an earlier release created without a visit stays in operations. */
export function visitOf(item: ItemRow, at: Date) {
  if (!item.field_visit_id) return undefined;
  return {
    workItemId: item.id,
    fieldVisitId: item.field_visit_id,
    caseId: item.case_id,
    occurredAt: at.toISOString(),
  };
}

export async function announcePlanned(trx: Trx, item: ItemRow, at: Date): Promise<void> {
  const visit = visitOf(item, at);
  if (visit) await emit(trx, fieldWorkPlanned, { ...visit, requirementKey: item.requirement_key });
}

export async function announceCreated(trx: Trx, item: ItemRow, at: Date): Promise<void> {
  const visit = visitOf(item, at);
  if (visit) await emit(trx, fieldWorkCreated, visit);
}

export async function announceSchedule(trx: Trx, item: ItemRow, at: Date): Promise<void> {
  const visit = visitOf(item, at);
  if (!visit || !item.starts_at || !item.ends_at) return;
  const times = { startsAt: item.starts_at.toISOString(), endsAt: item.ends_at.toISOString() };
  await emit(trx, fieldWorkScheduled, { ...visit, ...times });
}

export async function announceCancelled(
  trx: Trx,
  item: ItemRow,
  reason: PayloadOf<typeof fieldWorkCancelled>['reason'],
  at: Date,
): Promise<void> {
  const visit = visitOf(item, at);
  if (visit) await emit(trx, fieldWorkCancelled, { ...visit, reason });
}

export async function announceNotCompleted(
  trx: Trx,
  item: ItemRow,
  reason: PayloadOf<typeof fieldWorkNotCompleted>['reason'],
  at: Date,
): Promise<void> {
  const visit = visitOf(item, at);
  if (visit) await emit(trx, fieldWorkNotCompleted, { ...visit, reason });
}

/** An item that never had an agent announces nothing. */
export async function announceAgent(trx: Trx, workItemId: string): Promise<void> {
  const item = await lockAnyItem(trx, workItemId);
  const at = item.ended_at ?? item.opened_at;
  await announceAssignment(trx, item, { at, as: fieldWorkAssignmentSnapshot });
}
