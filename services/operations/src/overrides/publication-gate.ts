import { publicationGateChanged } from '@trust/contracts/events/operations';
import { emit } from '@trust/service-kit/events/outbox';
import type { Trx } from '../app.ts';
import { findGate, insertGate } from './queries.ts';

export function gateAfter(action: string): 'open' | 'closed' {
  return action === 'open' ? 'open' : 'closed';
}

/**
 * Does what an approved override of the gate asks for, in the transaction of its last approval. Where another one was faster the
 * gate stands so already, and nothing has changed.
 */
export async function applyToGate(trx: Trx, override: { id: string; action: string }, at: Date): Promise<void> {
  const state = gateAfter(override.action);
  if ((await findGate(trx)) === state) return;
  await insertGate(trx, { state, overrideId: override.id, at });
  await emit(trx, publicationGateChanged, { state, overrideId: override.id, occurredAt: at.toISOString() });
}
