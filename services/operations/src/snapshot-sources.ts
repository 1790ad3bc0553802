import {
  emergencyActionSnapshot,
  fieldWorkAssignmentSnapshot,
  publicationGateSnapshot,
  publicationHoldSnapshot,
} from '@trust/contracts/events/operations';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { SnapshotSource } from '@trust/service-kit/snapshots/snapshot-run';
import type { App, Trx } from './app.ts';
import { announceAssignment } from './field-work/announce.ts';
import { announceEmergency } from './interventions/emergency-actions/announce.ts';
import { lockEmergencyAction } from './interventions/emergency-actions/queries.ts';
import { announceDecision } from './moderation/decide.ts';
import { lockHold, lockItem, lockLastGate } from './snapshot-queries.ts';

export const snapshotSources: readonly SnapshotSource<App>[] = [
  { thing: 'publication gate', table: 'publication_gate', key: 'position', announce: announceGate },
  { thing: 'publication hold', table: 'incident', key: 'id', announce: announceHold },
  { thing: 'emergency action', table: 'emergency_action', key: 'id', announce: announceAction },
  { thing: 'field work assignment', table: 'field_work_item', key: 'id', announce: announceAgent },
  { thing: 'moderation', table: 'moderation', key: 'id', announce: announceDecision },
];

/** The table has a row for each change; the last one is in force. The first has no override. */
async function announceGate(trx: Trx, position: string): Promise<void> {
  const gate = await lockLastGate(trx);
  if (gate.position !== position || gate.override_id === null) return;
  await emit(trx, publicationGateSnapshot, {
    state: gate.state === 'open' ? 'open' : 'closed',
    overrideId: gate.override_id,
    occurredAt: gate.changed_at.toISOString(),
  });
}

/** An incident that never held a publication announces nothing. */
async function announceHold(trx: Trx, incidentId: string): Promise<void> {
  const { id, provider_id, holds_publication, state, resolved_at, opened_at } = await lockHold(trx, incidentId);
  if (!holds_publication || !provider_id) return;
  await emit(trx, publicationHoldSnapshot, {
    holdId: id,
    providerId: provider_id,
    state: state === 'resolved' ? 'released' : 'held',
    occurredAt: (resolved_at ?? opened_at).toISOString(),
  });
}

async function announceAction(trx: Trx, actionId: string): Promise<void> {
  const action = await lockEmergencyAction(trx, actionId, []);
  if (action) await announceEmergency(trx, action, emergencyActionSnapshot);
}

/** An item that never had an agent announces nothing. */
async function announceAgent(trx: Trx, workItemId: string): Promise<void> {
  const item = await lockItem(trx, workItemId);
  const at = item.ended_at ?? item.opened_at;
  await announceAssignment(trx, item, { at, as: fieldWorkAssignmentSnapshot });
}
