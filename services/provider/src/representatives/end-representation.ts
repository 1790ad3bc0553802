import { representativeEnded } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/outbox';
import type { Trx } from '../app.ts';
import { endAssignments } from './queries.ts';

/** Ends the assignments of everybody to a provider, or of one person. Call it with the provider locked. */
export async function endRepresentation(
  trx: Trx,
  whose: { providerId: string; userId?: string },
  at: Date,
): Promise<void> {
  for (const { id, user_id } of await endAssignments(trx, whose, at)) {
    await emit(trx, representativeEnded, { assignmentId: id, providerId: whose.providerId, userId: user_id });
  }
}
