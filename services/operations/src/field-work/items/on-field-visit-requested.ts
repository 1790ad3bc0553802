import { addWorkingTime } from '@trust/business-calendar/calendar';
import type { PayloadOf } from '@trust/contracts/event';
import { fieldVisitRequested, fieldVisitSnapshot } from '@trust/contracts/events/field-visits';
import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Envelope } from '@trust/service-kit/outbox/envelope';
import { type App, audit, on, type Trx } from '../../app.ts';
import { announceCreated, announceSchedule } from '../announce.ts';
import { fieldWorkMs } from '../clock.ts';
import { hasItemOfVisit, insertItem, lockOpenItem, updateItem } from '../queries.ts';

type Visit = PayloadOf<typeof fieldVisitRequested>;
type Context = { trx: Trx; event: Envelope };

export const onFieldVisitRequested = [
  on(fieldVisitRequested, createItem),
  on(fieldVisitSnapshot, async ({ state, ...visit }, context, app) => {
    // A visit in another state had a work item, which no snapshot of verification restores.
    if (state !== 'requested' || (await hasItemOfVisit(context.trx, visit.fieldVisitId))) return;
    await createItem(visit, context, app);
  }),
];

/** Creates a work item, or gives the visit to the open item of the same requirement. */
async function createItem(visit: Visit, { trx, event }: Context, { newId, calendar }: App): Promise<void> {
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
        due_at: addWorkingTime(calendar, at, fieldWorkMs),
      });
  if (!item) throw new Error(`The work item of field visit ${fieldVisitId} was created at the same time.`);
  await announceCreated(trx, item, event.time);
  await announceSchedule(trx, item, event.time);
  await audit(trx, systemAudit('requestFieldWork', { by: 'event', at: event.time, id: event.id }), {
    objectType: 'field_work_item',
    objectId: item.id,
    after: { state: item.state, caseId, requirementKey, fieldVisitId },
  });
}
