import { randomBytes } from 'node:crypto';
import { seal, sealingKey, unseal } from '@trust/service-kit/sealing/seal';
import type { App, NameSealer, Names, Trx } from '../app.ts';

export function openNames(secret: string): Names {
  const wrappingKey = sealingKey(secret, 'wrap name keys');
  return {
    newKey: (providerId) => seal(wrappingKey, randomBytes(32), providerId),
    sealer(providerId, wrapped) {
      const key = unwrap(wrappingKey, wrapped, providerId);
      return {
        seal: (nameId, text) => seal(key, text, nameId),
        open: (nameId, sealed) => unseal(key, sealed, nameId).toString(),
      };
    },
  };
}

function unwrap(wrappingKey: Buffer, wrapped: Buffer, providerId: string): Buffer {
  try {
    return unseal(wrappingKey, wrapped, providerId);
  } catch (cause) {
    throw new Error('CLAIM_KEY_SECRET does not open the key of names. Set the secret that sealed it.', { cause });
  }
}

/** Creates the key of the provider at its first use. Call with the provider locked. */
export async function nameSealer(trx: Trx, { names }: Pick<App, 'names'>, providerId: string): Promise<NameSealer> {
  await trx
    .insertInto('name_key')
    .values({ provider_id: providerId, wrapped: names.newKey(providerId) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const key = trx.selectFrom('name_key').select('wrapped').where('provider_id', '=', providerId);
  return names.sealer(providerId, (await key.executeTakeFirstOrThrow()).wrapped);
}

type KeyOfProvider = { providerId: string; wrapped: Buffer | null };

/** Null once the key is deleted, or if it does not open the name. `wrapped` comes with the sealed name from one query. */
export function openName(
  { names }: Pick<App, 'names'>,
  { providerId, wrapped }: KeyOfProvider,
  nameId: string,
  sealed: Buffer,
): string | null {
  if (!wrapped) return null;
  try {
    return names.sealer(providerId, wrapped).open(nameId, sealed);
  } catch {
    return null;
  }
}

export async function deleteNameKey(trx: Trx, providerId: string): Promise<void> {
  await trx.deleteFrom('name_key').where('provider_id', '=', providerId).execute();
}
