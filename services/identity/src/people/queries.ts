import type { Db, Trx } from '../app.ts';
import { createKey } from '../subject-keys/queries.ts';
import type { Vault } from '../subject-keys/vault.ts';

type NewPerson = { id: string; channel: string; identifier: string; verifiedAt: Date | null; now: Date };

/** A person with one contact point, readable under a key that goes when the person does. */
export async function createPerson(
  trx: Trx,
  vault: Vault,
  { id, channel, identifier, verifiedAt, now }: NewPerson,
): Promise<void> {
  await trx.insertInto('person').values({ id, created_at: now }).execute();
  const sealer = await createKey(trx, vault, id);
  await trx
    .insertInto('contact_point')
    .values({
      channel,
      identifier_index: vault.indexOf(channel, identifier),
      sealed_identifier: sealer.seal('contact point', identifier),
      person_id: id,
      verified_at: verifiedAt,
    })
    .execute();
}

/** Who answers at a number or address. */
export async function findPersonAt(
  db: Db,
  { channel, identifierIndex }: { channel: string; identifierIndex: Buffer },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('contact_point')
    .select('person_id')
    .where('channel', '=', channel)
    .where('identifier_index', '=', identifierIndex)
    .executeTakeFirst();
  return row?.person_id;
}
