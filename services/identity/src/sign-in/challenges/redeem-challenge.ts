import type { Trx, Vault } from '../../app.ts';
import { destroyKeys, findSealer } from '../../people/subject-keys.ts';
import { deleteFailures } from '../failures/delete-failures.ts';

export type ChallengeRow = {
  id: string;
  channel: string;
  identifier_index: Buffer;
  sealed_identifier: Buffer;
  attempts: number;
};

/**
 * Uses up the challenge whose code was right, and ends the others and the failures of its identifier. Call it with the
 * identifier locked. False if the challenge was used or has expired meanwhile.
 */
export async function redeemChallenge(trx: Trx, challenge: ChallengeRow, now: Date): Promise<boolean> {
  if (!(await markChallengeUsed(trx, challenge.id, now))) return false;
  await expireOtherChallenges(trx, challenge, now);
  await deleteFailures(trx, [challenge.identifier_index]);
  return true;
}

/** True for exactly one of several concurrent requests (promise A1). */
async function markChallengeUsed(trx: Trx, challengeId: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('challenge')
    .set({ used_at: now })
    .where('id', '=', challengeId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

async function expireOtherChallenges(trx: Trx, { channel, identifier_index }: ChallengeRow, now: Date): Promise<void> {
  await trx
    .updateTable('challenge')
    .set({ expires_at: now })
    .where('channel', '=', channel)
    .where('identifier_index', '=', identifier_index)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

export async function readIdentifier(
  trx: Trx,
  vault: Vault,
  { id, sealed_identifier }: ChallengeRow,
): Promise<string | undefined> {
  return (await findSealer(trx, vault, id))?.open('challenge', sealed_identifier);
}

/** The identifier can be read once: its key is destroyed. Undefined if the key was deleted meanwhile. */
export async function takeIdentifier(trx: Trx, vault: Vault, challenge: ChallengeRow): Promise<string | undefined> {
  const identifier = await readIdentifier(trx, vault, challenge);
  await destroyKeys(trx, [challenge.id]);
  return identifier;
}
