import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { endSession } from '../../sessions/end-session.ts';
import { findSessionsOfPasskeys } from '../../sessions/passkey-sessions.ts';
import { deletePasskeys } from './queries.ts';

/** Requires the lock of the person, which sign-ins take too. Returns the number of ended sessions. */
export async function revokePasskeys(
  trx: Trx,
  { personId, ids }: { personId: string; ids: readonly string[] },
  now: Date,
): Promise<number> {
  const sessions = await findSessionsOfPasskeys(trx, ids);
  for (const sessionId of sessions) await endSession(trx, sessionId, 'passkey_revoked', now);
  await deletePasskeys(trx, ids);
  await emit(trx, notificationRequested.identity, {
    userId: personId,
    providerId: null,
    template: 'passkeys_changed',
    data: { change: 'removed' },
  });
  return sessions.length;
}
