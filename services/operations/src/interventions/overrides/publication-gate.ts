import { publicationGateChanged, publicationGateSnapshot } from '@trust/contracts/events/operations';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findGate, insertGate, lockLastGate } from './queries.ts';

export function gateStateAfter(action: string): 'open' | 'closed' {
  return action === 'open' ? 'open' : 'closed';
}

/** Does nothing if another override has set the state already. */
export async function applyToGate(trx: Trx, override: { id: string; action: string }, at: Date): Promise<void> {
  const state = gateStateAfter(override.action);
  if ((await findGate(trx)) === state) return;
  await insertGate(trx, { state, overrideId: override.id, at });
  await emit(trx, publicationGateChanged, { state, overrideId: override.id, occurredAt: at.toISOString() });
}

/** The table has a row for each change; the last one is in force. The first has no override. */
export async function announceGate(trx: Trx, position: string): Promise<void> {
  const gate = await lockLastGate(trx);
  if (gate.position !== position || gate.override_id === null) return;
  await emit(trx, publicationGateSnapshot, {
    state: gate.state === 'open' ? 'open' : 'closed',
    overrideId: gate.override_id,
    occurredAt: gate.changed_at.toISOString(),
  });
}
