import { operatorPresent } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { findOperatorsWithoutSession } from './queries.ts';

/** Work is assigned automatically to operators who are present. */
export async function announcePresence(trx: Trx, userId: string, until: Date, at: Date): Promise<void> {
  await emit(trx, operatorPresent, { userId, endsAt: until.toISOString(), occurredAt: at.toISOString() });
}

/** Announces operators whose last session has ended. */
export async function announceAway(trx: Trx, sessionIds: readonly string[], now: Date): Promise<void> {
  for (const userId of await findOperatorsWithoutSession(trx, sessionIds, now))
    await announcePresence(trx, userId, now, now);
}
