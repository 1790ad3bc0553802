import { publicationHoldChanged } from '@trust/contracts/events/operations';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import type { IncidentRow } from './queries.ts';

/** Tells provider that an incident begins or ends to hold the publication, if it does at all. */
export async function emitHold(trx: Trx, incident: IncidentRow, state: 'held' | 'released', at: Date): Promise<void> {
  if (!incident.holds_publication || !incident.provider_id) return;
  await emit(trx, publicationHoldChanged, {
    holdId: incident.id,
    providerId: incident.provider_id,
    state,
    occurredAt: at.toISOString(),
  });
}
