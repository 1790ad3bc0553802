import type { PayloadOf } from '@trust/contracts/event';
import type { fieldSubmissionAccepted } from '@trust/contracts/events/field-work';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { type App, audit, type Trx } from '../../app.ts';
import { wasNamedBy } from '../../from-other-services/claim-subjects.ts';
import { announceDuties } from '../effects/announce-changes.ts';
import { applyEffects } from '../effects/effects.ts';
import { addEntry } from '../effects/timeline-entry.ts';
import { activeAssignments, endAssignment } from '../record/assignments.ts';
import type { Case } from '../record/queries.ts';
import { hasJudged, insertSubmission, updateVisit, type VisitRow } from './queries.ts';
import { visitTransitions } from './transitions.ts';

type Accepted = PayloadOf<typeof fieldSubmissionAccepted>;
type Of = { found: Case; visit: VisitRow; accepted: Accepted; eventId: string };

/** Whoever made the visit or accepted its results judges nothing of the case, whichever arrives first (promise Z3). */
export async function acceptSubmission(trx: Trx, app: App, of: Of): Promise<void> {
  const { found, visit, accepted, eventId } = of;
  const { agentId, acceptorId } = accepted;
  const involved = [agentId, acceptorId].filter((id) => id !== undefined);
  const at = app.now();
  if (!visitTransitions[visit.state].includes('accepted')) return refuse(trx, app, of, visit.state);
  for (const id of involved) if (await hasJudged(trx, id, found.id)) return cancel(trx, app, of, 'results_of_judge');
  if (await isBeforeSubject(trx, visit, accepted)) return cancel(trx, app, of, 'subject_not_current');
  for (const userId of involved) await endDuties(trx, app, { found, userId, eventId });
  await insertSubmission(trx, {
    id: accepted.submissionId,
    case_id: found.id,
    requirement_key: visit.requirement_key,
    field_visit_id: visit.id,
    observations: JSON.stringify(accepted.observations),
    public_summary: accepted.publicSummary,
    visited_on: accepted.visitedOn,
    is_place_confirmed: accepted.placeMatches ? accepted.placeMatches === 'confirmed' : null,
    accepted_at: accepted.occurredAt,
    made_by: agentId ?? null,
    accepted_by: acceptorId ?? null,
  });
  await updateVisit(trx, visit, { state: 'accepted', work_item_id: accepted.workItemId, ended_at: at });
  const { requirement_key: requirementKey } = visit;
  await addEntry(trx, app, found, { type: 'case_visit_accepted', status: 'accepted', requirementKey });
  if (involved.length > 0) await announceDuties(trx, app, found);
}

async function cancel(trx: Trx, app: App, of: Of, reason: 'results_of_judge' | 'subject_not_current'): Promise<void> {
  const { found, visit, accepted } = of;
  const at = app.now();
  const ended = { work_item_id: accepted.workItemId, end_reason: reason, ended_at: at };
  await updateVisit(trx, visit, { state: 'cancelled', ...ended });
  await applyEffects(trx, app, [{ type: 'visit_cancelled', found, visit, reason, at }]);
  await refuse(trx, app, of, 'cancelled');
}

/** Whether the agent was there before the provider named what the visit is of (docs/domain/field-work.md 28). */
async function isBeforeSubject(trx: Trx, visit: VisitRow, { visitedOn }: Accepted): Promise<boolean> {
  return (
    visit.subject_id !== null && !(await wasNamedBy(trx, visit.subject_id, new Date(`${visitedOn}T23:59:59.999Z`)))
  );
}

/** The submission stays in operations; the audit log shows that the case did not take it. */
function refuse(trx: Trx, app: App, { found, visit, accepted, eventId }: Of, state: VisitRow['state']): Promise<void> {
  return audit(trx, systemAudit('refuseFieldSubmission', { by: 'event', at: app.now(), id: eventId }), {
    objectType: 'verification_case',
    objectId: found.id,
    after: { fieldVisitId: visit.id, state, submissionId: accepted.submissionId },
  });
}

async function endDuties(
  trx: Trx,
  app: App,
  { found, userId, eventId }: { found: Case; userId: string; eventId: string },
): Promise<void> {
  const now = app.now();
  for (const { case_id: caseId, duty, assignee_id } of await activeAssignments(trx, found.id)) {
    if (assignee_id !== userId) continue;
    await endAssignment(trx, { caseId, duty }, now);
    await audit(trx, systemAudit('endAssignment', { by: 'event', at: now, id: eventId }), {
      objectType: 'verification_case',
      objectId: caseId,
      before: { duty, assigneeId: userId },
    });
  }
}
