import { invitationEnded, representativeEnded } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { deleteNaming, endSubjects } from '../../provider-record/claim-subjects.ts';
import { findProvider } from '../../provider-record/provider-row.ts';
import { withdrawInvitations } from '../invitations/queries.ts';
import { endPremisesConsent } from '../location/withdraw-premises.ts';
import { endAssignments } from './queries.ts';
import { tellOfRepresentation } from './tell-of-representation.ts';

/**
 * Ends all assignments and invitations if `userId` is absent: the provider is closed. Whoever leaves an open one is no
 * longer the person responsible or named to be it, and their consent to the public premises ends. Call with the provider locked.
 */
export async function endRepresentation(
  trx: Trx,
  app: Pick<App, 'names' | 'newId' | 'now'>,
  { providerId, userId }: { providerId: string; userId?: string },
  at: Date,
): Promise<void> {
  const ended = await endAssignments(trx, userId === undefined ? { providerId } : { providerId, userId }, at);
  for (const { id, user_id } of ended)
    await emit(trx, representativeEnded, { assignmentId: id, providerId, userId: user_id });
  await deleteNaming(trx, userId === undefined ? { providerId } : { providerId, userId });
  if (userId !== undefined) {
    await endSubjects(trx, { providerId, userId }, { reason: 'left', at });
    const provider = await findProvider(trx, providerId);
    if (provider) await endPremisesConsent(trx, app, provider, { personId: userId, at });
    return;
  }
  for (const { user_id } of ended) await tellOfRepresentation(trx, user_id, 'provider_closed');
  for (const invitationId of await withdrawInvitations(trx, providerId, at))
    await emit(trx, invitationEnded, { invitationId, providerId });
}
