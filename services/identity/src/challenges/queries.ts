import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Challenge } from '../db/schema.ts';
import type { Channel } from './identifier.ts';

export function findNewestChallenge(db: Db, channel: Channel, identifier: string) {
  return db
    .selectFrom('challenge')
    .select('created_at')
    .where('channel', '=', channel)
    .where('identifier', '=', identifier)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertChallenge(trx: Trx, challenge: Insertable<Challenge>): Promise<void> {
  await trx.insertInto('challenge').values(challenge).execute();
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
    .returning(['channel', 'identifier', 'code_hash'])
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

/** The person who answers at this address; a new one at the first time. */
export async function findOrCreatePerson(
  trx: Trx,
  contact: { channel: string; identifier: string },
  newPersonId: string,
  now: Date,
): Promise<string> {
  const { channel, identifier } = contact;
  // Two first sign-ins at once must not make two people.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${channel} ${identifier}`}, 0))`.execute(trx);
  const known = await trx
    .updateTable('contact_point')
    .set((eb) => ({ verified_at: eb.fn.coalesce('verified_at', eb.val(now)) }))
    .where('channel', '=', channel)
    .where('identifier', '=', identifier)
    .returning('person_id')
    .executeTakeFirst();
  if (known) return known.person_id;
  await trx.insertInto('person').values({ id: newPersonId, created_at: now }).execute();
  await trx
    .insertInto('contact_point')
    .values({ channel, identifier, person_id: newPersonId, verified_at: now })
    .execute();
  return newPersonId;
}
