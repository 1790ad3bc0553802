import { fieldVisitRequested } from '@trust/contracts/events/verification';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { audit, on } from '../app.ts';
import { addWorkingTime } from '../triage/working-time.ts';
import { announceCreated, announceSchedule } from './announce.ts';
import { fieldWorkMs } from './clock.ts';
import { insertItem, lockOpenItem, updateItem } from './queries.ts';

/** Creates a work item, or gives the visit to the open item of the same requirement. */
export const onFieldVisitRequested = on(fieldVisitRequested, async (visit, { trx, event }, { newId }) => {
  const { caseId, requirementKey, fieldVisitId } = visit;
  const at = new Date(visit.occurredAt);
  const open = await lockOpenItem(trx, { caseId, requirementKey });
  const item = open
    ? await updateItem(trx, open.id, { field_visit_id: fieldVisitId })
    : await insertItem(trx, {
        id: newId(),
        case_id: caseId,
        provider_id: visit.providerId,
        category_key: visit.categoryKey,
        requirement_version_id: visit.requirementVersionId,
        requirement_key: requirementKey,
        field_visit_id: fieldVisitId,
        opened_at: at,
        due_at: addWorkingTime(at, fieldWorkMs),
      });
  if (!item) throw new Error(`The work item of field visit ${fieldVisitId} was created at the same time.`);
  await announceCreated(trx, item, event.time);
  await announceSchedule(trx, item, event.time);
  await audit(trx, systemAudit('requestFieldWork', { by: 'event', at: event.time, id: event.id }), {
    objectType: 'field_work_item',
    objectId: item.id,
    after: { state: item.state, caseId, requirementKey, fieldVisitId },
  });
});
