import { invitationAccepted } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findInvitationsTo } from './of-person.ts';
import { isRepresentative } from './queries.ts';

/** The oldest, unless the person represents a provider; provider decides (docs/domain/roles-and-step-up.md 31, 33). */
export async function acceptInvitation(trx: Trx, personId: string, now: Date): Promise<void> {
  const [oldest] = await findInvitationsTo(trx, personId, now);
  if (!oldest || (await isRepresentative(trx, personId))) return;
  await emit(trx, invitationAccepted, { invitationId: oldest.id, userId: personId, occurredAt: now.toISOString() });
}
