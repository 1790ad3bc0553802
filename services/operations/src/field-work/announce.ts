import type { PayloadOf } from '@trust/contracts/event';
import {
  fieldSubmissionAccepted,
  fieldWorkCancelled,
  fieldWorkCreated,
  fieldWorkNotCompleted,
  fieldWorkScheduled,
} from '@trust/contracts/events/operations';
import { emit } from '@trust/service-kit/events/outbox';
import type { Trx } from '../app.ts';
import type { SubmissionRow } from '../field-submissions/queries.ts';
import type { ItemRow } from './queries.ts';

/** Verification hears of items that it asked for only. */
function visitOf(item: ItemRow, at: Date) {
  if (!item.field_visit_id) return undefined;
  return {
    workItemId: item.id,
    fieldVisitId: item.field_visit_id,
    caseId: item.case_id,
    occurredAt: at.toISOString(),
  };
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

export async function announceAccepted(trx: Trx, item: ItemRow, submission: SubmissionRow, at: Date): Promise<void> {
  const visit = visitOf(item, at);
  if (!visit) return;
  await emit(trx, fieldSubmissionAccepted, {
    ...visit,
    submissionId: submission.id,
    observations: submission.observations as PayloadOf<typeof fieldSubmissionAccepted>['observations'],
    publicSummary: submission.summary,
    visitedOn: submission.visited_on,
  });
}
