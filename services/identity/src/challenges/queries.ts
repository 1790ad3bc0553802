import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import { createPerson } from '../people/queries.ts';
import { createKey, destroyKeys, findSealer } from '../subject-keys/queries.ts';
import type { Vault } from '../subject-keys/vault.ts';
import type { Channel } from './identifier.ts';

export function findNewestChallenge(db: Db, channel: Channel, identifierIndex: Buffer) {
  return db
    .selectFrom('challenge')
    .select('created_at')
    .where('channel', '=', channel)
    .where('identifier_index', '=', identifierIndex)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type NewChallenge = {
  id: string;
  channel: Channel;
  identifier: string;
  codeHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
};

/** The identifier is readable as long as the challenge is open: its key goes with its use, or soon after its end. */
export async function storeChallenge(
  trx: Trx,
  vault: Vault,
  { id, channel, identifier, codeHash, createdAt, expiresAt }: NewChallenge,
): Promise<void> {
  const sealer = await createKey(trx, vault, id, expiresAt);
  await trx
    .insertInto('challenge')
    .values({
      id,
      channel,
      identifier_index: vault.indexOf(channel, identifier),
      sealed_identifier: sealer.seal('challenge', identifier),
      code_hash: codeHash,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute();
}

/** Takes one of the five tries. A statement of its own, outside any transaction: nothing can un-count it (promise A1). */
export function takeTry(db: Db, challengeId: string, now: Date) {
  return db
    .updateTable('challenge')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', challengeId)
    .where('attempts', '<', 5)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'channel', 'identifier_index', 'sealed_identifier', 'code_hash'])
    .executeTakeFirst();
}

/** True for the one request that gets to use the code. */
export async function useChallenge(trx: Trx, challengeId: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('challenge')
    .set({ used_at: now })
    .where('id', '=', challengeId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

type Answered = { id: string; channel: string; identifier_index: Buffer; sealed_identifier: Buffer };

/** The person who answers at the address of a challenge; a new one at the first time. */
export async function findOrCreatePerson(
  trx: Trx,
  vault: Vault,
  challenge: Answered,
  { id, now }: { id: string; now: Date },
): Promise<string> {
  const { channel, identifier_index: index } = challenge;
  // Two first sign-ins at once must not make two people.
  await sql`select pg_advisory_xact_lock(hashtextextended(${index.toString('hex')}, 0))`.execute(trx);
  const known = await trx
    .updateTable('contact_point')
    .set((eb) => ({ verified_at: eb.fn.coalesce('verified_at', eb.val(now)) }))
    .where('channel', '=', channel)
    .where('identifier_index', '=', index)
    .returning('person_id')
    .executeTakeFirst();
  const isThere = known !== undefined && (await findSealer(trx, vault, known.person_id)) !== undefined;
  const identifier = isThere ? undefined : await readIdentifier(trx, vault, challenge);
  await destroyKeys(trx, [challenge.id]);
  if (known && isThere) return known.person_id;
  // Restored from a backup, of somebody who has been erased since.
  if (known) await trx.deleteFrom('contact_point').where('person_id', '=', known.person_id).execute();
  await createPerson(trx, vault, { id, channel, identifier: identifier ?? '', verifiedAt: now, now });
  return id;
}

async function readIdentifier(trx: Trx, vault: Vault, { id, sealed_identifier }: Answered): Promise<string> {
  const sealer = await findSealer(trx, vault, id);
  if (!sealer) throw new Error('An open challenge has lost its key.');
  return sealer.open('challenge', sealed_identifier);
}
