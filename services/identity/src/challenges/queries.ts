import type { Channel } from '@trust/personal-data/identifier';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import { createPerson } from '../people/queries.ts';
import { createKey, destroyKeys, findSealer } from '../subject-keys/queries.ts';
import type { Vault } from '../subject-keys/vault.ts';
import type { Withheld } from './sms-spend.ts';

/** Until the transaction ends nobody else opens or answers a challenge of this number or address. */
export async function lockIdentifier(trx: Trx, identifierIndex: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${identifierIndex.toString('hex')}, 0))`.execute(trx);
}

/** The newest challenge that a device has requested for the identity that its hash is bound to. */
export function findNewestChallenge(db: Db, deviceHash: Buffer) {
  return db
    .selectFrom('challenge')
    .select('created_at')
    .where('device_hash', '=', deviceHash)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type NewChallenge = {
  id: string;
  channel: Channel;
  identifier: string;
  codeHash: Buffer;
  deviceHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
  smsPrefix: string | undefined;
  /** Why its code is not sent. */
  withheld: Withheld | undefined;
  /** Whose contact point it is to become; undefined for a sign-in. */
  personId: string | undefined;
};

/** The identifier is readable as long as the challenge is open: its key goes with its use, or soon after its end. */
export async function storeChallenge(
  trx: Trx,
  vault: Vault,
  { id, channel, identifier, codeHash, deviceHash, createdAt, expiresAt, smsPrefix, withheld, personId }: NewChallenge,
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
      device_hash: deviceHash,
      created_at: createdAt,
      expires_at: expiresAt,
      sms_prefix: smsPrefix ?? null,
      withheld_because: withheld ?? null,
      person_id: personId ?? null,
    })
    .execute();
}

export type Tried = Answered & { code_hash: Buffer; withheld_because: string | null; failures: number };

/**
 * Takes one of the five tries and counts it as a failure of the identity until the code proves right. A statement of its own,
 * outside any transaction: nothing can un-count it (promise A1). Codes that were not sent cannot be guessed, so they do not count.
 */
export async function takeTry(
  db: Db,
  { challengeId, personId }: { challengeId: string; personId: string | null },
  now: Date,
): Promise<Tried | undefined> {
  const { rows } = await sql<Tried>`
    with tried as (
      update challenge set attempts = attempts + 1
      where id = ${challengeId} and person_id is not distinct from ${personId}::uuid
        and attempts < 5 and used_at is null and expires_at > ${now}
      returning id, channel, identifier_index, sealed_identifier, code_hash, attempts, withheld_because
    ), counted as (
      insert into sign_in_failure as held (channel, identifier_index, failures, last_failed_at)
      select channel, identifier_index, (withheld_because is null)::int, ${now}::timestamptz from tried
      on conflict (channel, identifier_index) do update
        set failures = held.failures + excluded.failures, last_failed_at = excluded.last_failed_at
      returning failures
    )
    select * from tried, counted`.execute(db);
  return rows[0];
}

/** True for the one request that gets to use the code. */
export async function useChallenge(trx: Trx, challengeId: string, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('challenge')
    .set({ used_at: now })
    .where('id', '=', challengeId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends what else is open for the same number or address: whoever has signed in needs no other code. */
export async function closeChallenges(trx: Trx, { channel, identifier_index }: Answered, now: Date): Promise<void> {
  await trx
    .updateTable('challenge')
    .set({ expires_at: now })
    .where('channel', '=', channel)
    .where('identifier_index', '=', identifier_index)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

/** Whether the number or address of a challenge is that of an operator. */
export async function isOperatorContact(db: Db, { channel, identifier_index }: Answered): Promise<boolean> {
  const row = await db
    .selectFrom('contact_point')
    .innerJoin('operator_grant', 'operator_grant.person_id', 'contact_point.person_id')
    .select('role')
    .where('channel', '=', channel)
    .where('identifier_index', '=', identifier_index)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type Answered = {
  id: string;
  channel: string;
  identifier_index: Buffer;
  sealed_identifier: Buffer;
  attempts: number;
};

/**
 * The person who answers at the address of a challenge, which is locked; a new one at the first time. Undefined where the
 * challenge has ended in this very moment, and its key with it.
 */
export async function findOrCreatePerson(
  trx: Trx,
  vault: Vault,
  challenge: Answered,
  { id, now }: { id: string; now: Date },
): Promise<string | undefined> {
  const { channel, identifier_index: index } = challenge;
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
  if (!identifier) return undefined;
  // Restored from a backup, of somebody who has been erased since.
  if (known) await trx.deleteFrom('contact_point').where('person_id', '=', known.person_id).execute();
  await createPerson(trx, vault, { id, channel, identifier, verifiedAt: now, now });
  return id;
}

/** Undefined where the challenge has ended in this very moment, and its key with it. */
export async function readIdentifier(
  trx: Trx,
  vault: Vault,
  { id, sealed_identifier }: Answered,
): Promise<string | undefined> {
  return (await findSealer(trx, vault, id))?.open('challenge', sealed_identifier);
}

/** How many codes each block of numbers asked for, got and used since then; those that asked most come first. */
export function findConversion(db: Db, since: Date) {
  return db
    .selectFrom('challenge')
    .select(['sms_prefix', sql<number>`count(*)::int`.as('asked')])
    .select(sql<number>`count(*) filter (where withheld_because is null)::int`.as('sent'))
    .select(sql<number>`count(used_at)::int`.as('answered'))
    .where('sms_prefix', 'is not', null)
    .where('created_at', '>', since)
    .groupBy('sms_prefix')
    .orderBy('asked', 'desc')
    .orderBy('sms_prefix')
    .limit(50)
    .execute();
}
