import { invitationEnded, representativeEnded } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { withdrawInvitations } from '../invitations/queries.ts';
import { endAssignments } from './queries.ts';

/** Ends all assignments and invitations if `userId` is absent. Call with the provider locked. */
export async function endRepresentation(
  trx: Trx,
  target: { providerId: string; userId?: string },
  at: Date,
): Promise<void> {
  for (const { id, user_id } of await endAssignments(trx, target, at)) {
    await emit(trx, representativeEnded, { assignmentId: id, providerId: target.providerId, userId: user_id });
  }
  if (target.userId !== undefined) return;
  for (const invitationId of await withdrawInvitations(trx, target.providerId, at))
    await emit(trx, invitationEnded, { invitationId, providerId: target.providerId });
}
