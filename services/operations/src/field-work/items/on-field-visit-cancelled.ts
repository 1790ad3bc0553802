import { fieldVisitCancelled } from '@trust/contracts/events/field-visits';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { audit, on } from '../../app.ts';
import { announceAssignment } from '../announce.ts';
import { clockAfter } from '../clock.ts';
import { lockOpenItem, updateItem } from '../queries.ts';

/** Verification has already ended the visit, so it hears nothing back. */
export const onFieldVisitCancelled = on(
  fieldVisitCancelled,
  async ({ fieldVisitId, reason, occurredAt }, { trx, event }, { calendar }) => {
    const item = await lockOpenItem(trx, { fieldVisitId });
    if (!item) return;
    const at = new Date(occurredAt);
    const after = await updateItem(trx, item.id, {
      state: 'cancelled',
      ended_at: at,
      end_reason: 'visit_cancelled',
      ...clockAfter(calendar, item, 'cancelled', at),
    });
    await announceAssignment(trx, after, { before: item, at });
    await audit(trx, systemAudit('endFieldWork', { by: 'event', at: event.time, id: event.id }), {
      objectType: 'field_work_item',
      objectId: item.id,
      before: { state: item.state },
      after: { state: after.state, reason },
    });
  },
);
