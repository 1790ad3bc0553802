import { publicationHoldChanged, publicationHoldSnapshot } from '@trust/contracts/events/operations';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { type IncidentRow, lockAnyIncident } from './queries.ts';

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

/** An incident that never held a publication announces nothing. */
export async function announceHold(trx: Trx, incidentId: string): Promise<void> {
  const incident = await lockAnyIncident(trx, incidentId);
  const { id, provider_id, holds_publication, state, resolved_at, opened_at } = incident;
  if (!holds_publication || !provider_id) return;
  await emit(trx, publicationHoldSnapshot, {
    holdId: id,
    providerId: provider_id,
    state: state === 'resolved' ? 'released' : 'held',
    occurredAt: (resolved_at ?? opened_at).toISOString(),
  });
}
