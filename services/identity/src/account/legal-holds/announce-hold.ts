import { legalHoldSnapshot } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findLastHold } from './queries.ts';

export async function announceHoldSnapshot(trx: Trx, personId: string): Promise<void> {
  const hold = await findLastHold(trx, personId);
  if (!hold) return;
  const liftedAt = hold.lifted_at?.toISOString() ?? null;
  await emit(trx, legalHoldSnapshot, { userId: personId, placedAt: hold.placed_at.toISOString(), liftedAt });
}
