import { invitationEnded, representativeEnded } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/events/outbox';
import type { Trx } from '../app.ts';
import { revokeInvitations } from '../invitations/queries.ts';
import { endAssignments } from './queries.ts';

/** Ends the assignments of everybody to a provider, with its invitations, or of one person. Call it with the provider locked. */
export async function endRepresentation(
  trx: Trx,
  whose: { providerId: string; userId?: string },
  at: Date,
): Promise<void> {
  for (const { id, user_id } of await endAssignments(trx, whose, at)) {
    await emit(trx, representativeEnded, { assignmentId: id, providerId: whose.providerId, userId: user_id });
  }
  if (whose.userId !== undefined) return;
  for (const invitationId of await revokeInvitations(trx, whose.providerId, at))
    await emit(trx, invitationEnded, { invitationId, providerId: whose.providerId });
}
