import { sessionRevoked } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/events/outbox';
import type { Trx } from '../app.ts';
import { revokeSession, revokeSessionsOf } from './queries.ts';

/** Why a session was ended before its time. */
export type Ending =
  | 'logout'
  | 'refresh_reuse'
  | 'ended_by_owner'
  | 'signed_in_again'
  | 'role_granted'
  | 'erased'
  | 'emergency';

/** Ends one session for good, and tells everybody who may have cached it. False if it had ended already. */
export async function endSession(trx: Trx, sessionId: string, because: Ending, now: Date): Promise<boolean> {
  if (!(await revokeSession(trx, sessionId, because, now))) return false;
  await emit(trx, sessionRevoked, { sessionId });
  return true;
}

/** Ends a person's sessions: all, or those of one kind. Returns how many. */
export async function endSessionsOf(
  trx: Trx,
  person: { personId: string; kind?: 'member' },
  because: Ending,
  now: Date,
): Promise<number> {
  const ended = await revokeSessionsOf(trx, person, because, now);
  for (const sessionId of ended) await emit(trx, sessionRevoked, { sessionId });
  return ended.length;
}
