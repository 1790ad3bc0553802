import { createHmac, randomBytes } from 'node:crypto';
import { reseal, seal, sealingKey, sealingKeys, unseal, unsealWithAny } from '@trust/service-kit/sealing/seal';
import { type Secret, valuesOf } from '@trust/service-kit/sealing/secret';
import { sql } from 'kysely';
import type { App, NameSealer, Names, Trx } from '../app.ts';

/** Of erased people (ADR 0119, 0129): long enough that nobody waits for its end, short enough that it judges nobody for good. */
export const keptHashDays = 365;

/** `indexSecret` stays when `secret` is rotated: names are compared by hashes, which no other value makes (ADR 0124). */
export function openNames(secret: Secret, indexSecret: string = valuesOf(secret)[0]): Names {
  const wrappingKeys = sealingKeys(secret, 'wrap name keys');
  const comparingKey = sealingKey(indexSecret, 'compare names');
  const keepingKey = sealingKey(indexSecret, 'compare with erased providers');
  return {
    newKey: (ownerId) => seal(wrappingKeys[0], randomBytes(32), ownerId),
    rewrap: (ownerId, wrapped) => opened(() => reseal(wrappingKeys, wrapped, ownerId)),
    keyOf: (text) => createHmac('sha256', comparingKey).update(text).digest(),
    keptHashOf: (hash) => createHmac('sha256', keepingKey).update(hash).digest(),
    sealer(ownerId, wrapped) {
      const key = opened(() => unsealWithAny(wrappingKeys, wrapped, ownerId));
      return {
        seal: (nameId, text) => seal(key, text, nameId),
        open: (nameId, sealed) => unseal(key, sealed, nameId).toString(),
      };
    },
  };
}

function opened<Key>(open: () => Key): Key {
  try {
    return open();
  } catch (cause) {
    throw new Error('CLAIM_KEY_SECRET does not open the key of names. Set the secret that sealed it.', { cause });
  }
}

/** Creates the key of the provider, or of a person, at its first use. Call with the provider locked. */
export async function nameSealer(trx: Trx, { names }: Pick<App, 'names'>, ownerId: string): Promise<NameSealer> {
  await trx
    .insertInto('name_key')
    .values({ owner_id: ownerId, wrapped: names.newKey(ownerId) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const key = trx.selectFrom('name_key').select('wrapped').where('owner_id', '=', ownerId);
  return names.sealer(ownerId, (await key.executeTakeFirstOrThrow()).wrapped);
}

type KeyOfOwner = { ownerId: string; wrapped: Buffer | null };

/** Null once the key is deleted, or if it does not open the name. `wrapped` comes with the sealed name from one query. */
export function openName(
  { names }: Pick<App, 'names'>,
  { ownerId, wrapped }: KeyOfOwner,
  nameId: string,
  sealed: Buffer,
): string | null {
  if (!wrapped) return null;
  try {
    return names.sealer(ownerId, wrapped).open(nameId, sealed);
  } catch {
    return null;
  }
}

export async function deleteNameKey(trx: Trx, ownerId: string): Promise<void> {
  await trx.deleteFrom('name_key').where('owner_id', '=', ownerId).execute();
}

/** Of the registered names of an individual: those declared while this person owned it, or all without a person. */
export async function deleteKeysOfSubjects(trx: Trx, providerId: string, ownerId: string | null): Promise<void> {
  await sql`
    delete from name_key k using claim_subject s where s.key_owner_id = k.owner_id and s.provider_id = ${providerId}
      and (${ownerId}::uuid is null or exists (
        select from representative r where r.provider_id = s.provider_id and r.user_id = ${ownerId} and r.role = 'owner'
          and s.named_at >= r.assigned_at and (r.ended_at is null or s.named_at <= r.ended_at)))`.execute(trx);
}
