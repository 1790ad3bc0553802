import { invitationEnded, representativeEnded } from '@trust/contracts/events/representatives';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { endSubjects, endsWithOwner, ofPerson } from '../../provider-record/claim-subjects.ts';
import { findProvider } from '../../provider-record/provider-row.ts';
import { withdrawInvitations } from '../invitations/queries.ts';
import { endAssignments } from './queries.ts';

/**
 * Ends all assignments and invitations if `userId` is absent: the provider is closed. Whoever leaves an open one is no
 * longer the person responsible. Call with the provider locked.
 */
export async function endRepresentation(
  trx: Trx,
  { providerId, userId }: { providerId: string; userId?: string },
  at: Date,
): Promise<void> {
  const ended = await endAssignments(trx, userId === undefined ? { providerId } : { providerId, userId }, at);
  for (const { id, user_id } of ended)
    await emit(trx, representativeEnded, { assignmentId: id, providerId, userId: user_id });
  if (userId !== undefined) await endSubjectsOf(trx, { providerId, userId, ended }, at);
  if (userId !== undefined) return;
  for (const invitationId of await withdrawInvitations(trx, providerId, at))
    await emit(trx, invitationEnded, { invitationId, providerId });
}

type Left = { providerId: string; userId: string; ended: readonly { role: string }[] };

async function endSubjectsOf(trx: Trx, { providerId, userId, ended }: Left, at: Date): Promise<void> {
  const end = { reason: 'left', at } as const;
  const provider = await findProvider(trx, providerId);
  // An owner of a provider that is one person may be that person (docs/domain/claim-subject.md 5).
  if (provider && endsWithOwner(provider, ended)) await endSubjects(trx, { providerId, about: ofPerson }, end);
  else await endSubjects(trx, { providerId, userId }, end);
}
