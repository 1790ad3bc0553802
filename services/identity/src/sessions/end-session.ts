import { sessionRevoked } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { announceAway } from './announce-presence.ts';
import { revokeSession, revokeSessionsByPerson } from './queries.ts';

export type RevocationReason =
  | 'logout'
  | 'refresh_reuse'
  | 'ended_by_owner'
  | 'signed_in_again'
  | 'role_granted'
  | 'erased'
  | 'emergency'
  | 'passkey_revoked';

/** Announces the end, so that caches drop the session (promise A4). */
export async function endSession(trx: Trx, sessionId: string, because: RevocationReason, now: Date): Promise<boolean> {
  if (!(await revokeSession(trx, sessionId, because, now))) return false;
  await emit(trx, sessionRevoked, { sessionId });
  await announceAway(trx, [sessionId], now);
  return true;
}

export async function endSessionsByPerson(
  trx: Trx,
  person: { personId: string; kind?: 'member' },
  because: RevocationReason,
  now: Date,
): Promise<number> {
  const ended = await revokeSessionsByPerson(trx, person, because, now);
  for (const sessionId of ended) await emit(trx, sessionRevoked, { sessionId });
  await announceAway(trx, ended, now);
  return ended.length;
}
