import { fieldWorkPlanned } from '@trust/contracts/events/field-work';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { audit, on, type Trx } from '../../app.ts';
import { wasNamedBy } from '../../from-other-services/claim-subjects.ts';
import { applyEffects } from '../effects/effects.ts';
import { addEntry } from '../effects/timeline-entry.ts';
import { type Case, lockCase } from '../record/queries.ts';
import { requirementsOf } from '../record/requirements.ts';
import { openStates } from '../record/transitions.ts';
import { insertVisit, lockOpenVisit, updateVisit, type VisitRow } from './queries.ts';

/** The events of the item that follow name this visit, so it is also stored if it is cancelled at once. */
export const onFieldWorkPlanned = on(fieldWorkPlanned, async (payload, { trx, event }, app) => {
  const { fieldVisitId, workItemId, requirementKey } = payload;
  const found = await lockCase(trx, payload.caseId);
  if (!found) throw new Error('Field work is planned for a case that does not exist.');
  const open = await lockOpenVisit(trx, { caseId: found.id, requirementKey });
  if (open) return serveRequested(trx, open, workItemId);
  const plannedAt = new Date(payload.occurredAt);
  const subjectId = await subjectAt(trx, found, { requirementKey, at: plannedAt });
  const visit = await insertVisit(trx, {
    id: fieldVisitId,
    case_id: found.id,
    requirement_version_id: found.requirement_version_id,
    requirement_key: requirementKey,
    subject_id: subjectId,
    requested_at: plannedAt,
  });
  if (!visit) throw new Error('The requirement has got another visit.');
  await addEntry(trx, app, found, { type: 'case_visit_requested', status: 'requested', requirementKey });
  const at = app.now();
  const reason = needlessBecause(found, subjectId);
  const changes = reason
    ? { state: 'cancelled' as const, end_reason: reason, ended_at: at }
    : { state: 'created' as const };
  const { state } = await updateVisit(trx, visit, { ...changes, work_item_id: workItemId });
  if (reason) await applyEffects(trx, app, [{ type: 'visit_cancelled', found, visit, reason, at }]);
  await audit(trx, systemAudit('planFieldVisit', { by: 'event', at, id: event.id }), {
    objectType: 'verification_case',
    objectId: found.id,
    after: { fieldVisitId, requirementKey, subjectId, state },
  });
});

/** A reviewer requested a visit before operations knew: it takes the item over, as operations does (promise M3). */
async function serveRequested(trx: Trx, open: VisitRow, workItemId: string): Promise<void> {
  if (open.work_item_id !== null) throw new Error('The work item before this one has not ended yet.');
  await updateVisit(trx, open, { state: 'created', work_item_id: workItemId });
}

/** Null if it was not named by then, or is no longer current. */
async function subjectAt(
  trx: Trx,
  found: Case,
  { requirementKey, at }: { requirementKey: string; at: Date },
): Promise<string | null> {
  const current = (await requirementsOf(trx, [found.id])).find(({ key }) => key === requirementKey)?.subject_id;
  return current && (await wasNamedBy(trx, current, at)) ? current : null;
}

function needlessBecause({ state }: Case, subjectId: string | null) {
  if (state === 'withdrawn' || state === 'expired') return `case_${state}` as const;
  if (!openStates.some((open) => open === state)) return 'case_decided';
  return subjectId === null ? 'subject_not_current' : undefined;
}
