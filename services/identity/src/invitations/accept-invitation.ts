import { invitationAccepted } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/events/outbox';
import type { Trx } from '../app.ts';
import { findInvitationsTo, representsAnybody } from './queries.ts';

/**
 * A person who has just proved who they are accepts the oldest invitation to any of their contact points, unless they represent
 * somebody: with several assignments they could use no workspace. The provider service decides, and the assignment comes back.
 */
export async function acceptInvitation(trx: Trx, personId: string, now: Date): Promise<void> {
  const [oldest] = await findInvitationsTo(trx, personId, now);
  if (!oldest || (await representsAnybody(trx, personId))) return;
  await emit(trx, invitationAccepted, { invitationId: oldest.id, userId: personId, occurredAt: now.toISOString() });
}
