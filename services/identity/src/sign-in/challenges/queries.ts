import type { Language } from '@trust/contracts/values/text';
import type { Channel } from '@trust/personal-data/identifier';
import { sql } from 'kysely';
import type { Db, Trx, Vault } from '../../app.ts';
import type { WithholdingReason } from '../../messages/sms-budget.ts';
import { createPerson } from '../../people/persons.ts';
import { createKey, destroyKeys, findSealer } from '../../people/subject-keys.ts';
import { type ChallengeRow, readIdentifier } from './redeem-challenge.ts';

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
  withheld: WithholdingReason | undefined;
  /** This person adds the identifier as a contact point; undefined for a sign-in. */
  personId: string | undefined;
};

/** Seals the identifier under a key that is deleted on use or after expiry (ADR 0007). */
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

export type AttemptedChallenge = ChallengeRow & {
  code_hash: Buffer;
  withheld_because: string | null;
  failures: number;
};

/** Outside a transaction, so that no rollback gives an attempt back (promise A1). */
export async function recordAttempt(
  db: Db,
  { challengeId, personId }: { challengeId: string; personId: string | null },
  now: Date,
): Promise<AttemptedChallenge | undefined> {
  const { rows } = await sql<AttemptedChallenge>`
    with attempt as (
      update challenge set attempts = attempts + 1
      where id = ${challengeId} and person_id is not distinct from ${personId}::uuid
        and attempts < 5 and used_at is null and expires_at > ${now}
      returning id, channel, identifier_index, sealed_identifier, code_hash, attempts, withheld_because
    ), counted as (
      insert into sign_in_failure as counter (channel, identifier_index, failures, last_failed_at)
      select channel, identifier_index, (withheld_because is null)::int, ${now}::timestamptz from attempt
      on conflict (channel, identifier_index) do update
        set failures = counter.failures + excluded.failures, last_failed_at = excluded.last_failed_at
      returning failures
    )
    select * from attempt, counted`.execute(db);
  return rows[0];
}

export async function isOperatorContact(db: Db, { channel, identifier_index }: ChallengeRow): Promise<boolean> {
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

/** Call it with the identifier locked. Undefined if the challenge's key was deleted meanwhile. */
export async function findOrCreatePerson(
  trx: Trx,
  vault: Vault,
  challenge: ChallengeRow,
  { id, now, locale }: { id: string; now: Date; locale: Language },
): Promise<{ personId: string; isVerifiedNow: boolean } | undefined> {
  const { channel, identifier_index: index } = challenge;
  const known = await trx
    .updateTable('contact_point')
    .set((eb) => ({ verified_at: eb.fn.coalesce('verified_at', eb.val(now)) }))
    .where('channel', '=', channel)
    .where('identifier_index', '=', index)
    .returning(['person_id', 'verified_at'])
    .executeTakeFirst();
  const isActive = known !== undefined && (await findSealer(trx, vault, known.person_id)) !== undefined;
  const identifier = isActive ? undefined : await readIdentifier(trx, vault, challenge);
  await destroyKeys(trx, [challenge.id]);
  if (known && isActive)
    return { personId: known.person_id, isVerifiedNow: known.verified_at?.getTime() === now.getTime() };
  if (!identifier) return undefined;
  // A backup restored the contact point of an erased person (ADR 0007).
  if (known) await trx.deleteFrom('contact_point').where('person_id', '=', known.person_id).execute();
  await createPerson(trx, vault, { id, channel, identifier, verifiedAt: now, now, locale });
  return { personId: id, isVerifiedNow: true };
}

export function findSmsConversion(db: Db, since: Date) {
  return db
    .selectFrom('challenge')
    .select(['sms_prefix', sql<number>`count(*)::int`.as('requested')])
    .select(sql<number>`count(*) filter (where withheld_because is null)::int`.as('sent'))
    .select(sql<number>`count(used_at)::int`.as('verified'))
    .where('sms_prefix', 'is not', null)
    .where('created_at', '>', since)
    .groupBy('sms_prefix')
    .orderBy('requested', 'desc')
    .orderBy('sms_prefix')
    .limit(50)
    .execute();
}
