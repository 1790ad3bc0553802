import { paymentDifferenceFound } from '@trust/contracts/events/webhooks';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { audit, on } from '../../app.ts';
import { incidentDueAt } from './incident-due.ts';
import { platformId } from './opener.ts';
import { insertIncident } from './queries.ts';

/** Names no provider: operators who work on its case must not learn of its payments (promise D5). */
export const onPaymentDifferenceFound = on(
  paymentDifferenceFound,
  async ({ differenceId, kind, occurredAt }, { trx, event }, { now, calendar }) => {
    const openedAt = new Date(occurredAt);
    const reason = `The ledger and the payment provider differ (${kind}): difference ${differenceId}.`;
    const incident = await insertIncident(trx, {
      id: differenceId,
      severity: 'medium',
      title: 'Payments differ from the payment provider',
      provider_id: null,
      holds_publication: false,
      reason,
      opened_by: platformId,
      opened_at: openedAt,
      due_at: incidentDueAt(calendar, 'medium', openedAt),
    });
    await audit(trx, systemAudit('onPaymentDifferenceFound', { by: 'event', at: now(), id: event.id }), {
      objectType: 'incident',
      objectId: incident.id,
      reason,
      after: { state: incident.state, severity: incident.severity },
    });
  },
);
