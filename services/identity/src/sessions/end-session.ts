import { sessionRevoked } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/events/outbox';
import type { Trx } from '../app.ts';
import { revokeSession, revokeSessionsByPerson } from './queries.ts';

export type RevocationReason =
  | 'logout'
  | 'refresh_reuse'
  | 'ended_by_owner'
  | 'signed_in_again'
  | 'role_granted'
  | 'erased'
  | 'emergency';

/**
 * Ends a session and announces it, so that caches drop it (promise A4). False if it had ended
 * already.
 */
export async function endSession(trx: Trx, sessionId: string, because: RevocationReason, now: Date): Promise<boolean> {
  if (!(await revokeSession(trx, sessionId, because, now))) return false;
  await emit(trx, sessionRevoked, { sessionId });
  return true;
}

/** Ends all sessions of a person, or those of one kind; returns their number. */
export async function endSessionsByPerson(
  trx: Trx,
  person: { personId: string; kind?: 'member' },
  because: RevocationReason,
  now: Date,
): Promise<number> {
  const ended = await revokeSessionsByPerson(trx, person, because, now);
  for (const sessionId of ended) await emit(trx, sessionRevoked, { sessionId });
  return ended.length;
}
