import {
  fieldSubmissionAccepted,
  fieldWorkCancelled,
  fieldWorkCreated,
  fieldWorkNotCompleted,
  fieldWorkScheduled,
} from '@trust/contracts/events/field-work';
import { type App, on, type Trx } from '../../app.ts';
import { notifyProvider } from '../effects/notify-provider.ts';
import { addEntry } from '../effects/timeline-entry.ts';
import { type Case, lockCase } from '../record/queries.ts';
import { acceptSubmission } from './accept-submission.ts';
import { lockVisit, lockVisitOfItem, updateVisit, type VisitRow } from './queries.ts';
import { isEnded, visitTransitions } from './transitions.ts';

type Answer = { workItemId: string; fieldVisitId: string; caseId: string };

export const onFieldWorkCreated = on(fieldWorkCreated, async (payload, { trx }) => {
  const { visit } = await lockAnswered(trx, payload);
  if (canBecome(visit, 'created'))
    await updateVisit(trx, visit, { state: 'created', work_item_id: payload.workItemId });
});

export const onFieldWorkScheduled = on(fieldWorkScheduled, async (payload, { trx }, app) => {
  const { found, visit } = await lockAnswered(trx, payload);
  const isMoved = visit.state === 'scheduled';
  if (!isMoved && !canBecome(visit, 'scheduled')) return;
  await updateVisit(trx, visit, {
    state: 'scheduled',
    work_item_id: payload.workItemId,
    starts_at: new Date(payload.startsAt),
    ends_at: new Date(payload.endsAt),
  });
  await addVisitEntry(trx, app, found, visit, 'case_visit_scheduled', 'scheduled');
  await notifyProvider(trx, found, 'visit_scheduled', {
    requirementKey: visit.requirement_key,
    startsAt: payload.startsAt,
  });
});

export const onFieldWorkCancelled = on(fieldWorkCancelled, (payload, { trx }, app) =>
  endVisit(trx, app, payload, 'cancelled'),
);

export const onFieldWorkNotCompleted = on(fieldWorkNotCompleted, (payload, { trx }, app) =>
  endVisit(trx, app, payload, 'cannot_complete'),
);

async function endVisit(
  trx: Trx,
  app: App,
  payload: Answer & { reason: string },
  state: 'cancelled' | 'cannot_complete',
): Promise<void> {
  const { found, visit } = await lockAnswered(trx, payload);
  if (!canBecome(visit, state)) return;
  await updateVisit(trx, visit, {
    state,
    work_item_id: payload.workItemId,
    end_reason: payload.reason,
    ended_at: app.now(),
  });
  await addVisitEntry(trx, app, found, visit, 'case_visit_ended', state);
}

export const onFieldSubmissionAccepted = on(fieldSubmissionAccepted, async (accepted, { trx, event }, app) => {
  const { found, visit } = await lockAnswered(trx, accepted);
  await acceptSubmission(trx, app, { found, visit, accepted, eventId: event.id });
});

/** Lock order: case, then visit. Events of a work item are ordered, but may repeat what is known. */
async function lockAnswered(trx: Trx, { caseId, fieldVisitId, workItemId }: Answer) {
  const found = await lockCase(trx, caseId);
  // An item that operations planned may serve the visit that a reviewer requested meanwhile.
  const visit = (await lockVisit(trx, fieldVisitId)) ?? (await lockVisitOfItem(trx, workItemId));
  if (!found || visit?.case_id !== found.id) throw new Error('Field work is for a visit that no case requested.');
  if (visit.work_item_id !== null && visit.work_item_id !== workItemId && !isEnded(visit.state))
    throw new Error('A field visit has another work item.');
  return { found, visit };
}

function canBecome({ state }: VisitRow, to: VisitRow['state']): boolean {
  return visitTransitions[state].includes(to);
}

function addVisitEntry(
  trx: Trx,
  app: App,
  found: Case,
  { requirement_key: requirementKey }: VisitRow,
  type: 'case_visit_scheduled' | 'case_visit_accepted' | 'case_visit_ended',
  status: VisitRow['state'],
): Promise<void> {
  return addEntry(trx, app, found, { type, status, requirementKey });
}
