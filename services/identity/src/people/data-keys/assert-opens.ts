import type { Db, Vault } from '../../app.ts';

/**
 * Throws if the secrets do not open and find what is stored. With a wrong index secret, everybody who signs in would
 * get a new account.
 */
export async function assertOpens(db: Db, vault: Vault): Promise<void> {
  const found = await db
    .selectFrom('contact_point as c')
    .innerJoin('data_key as k', 'k.subject_id', 'c.person_id')
    .select(['c.channel', 'c.identifier_index', 'c.sealed_identifier', 'c.person_id', 'k.wrapped'])
    .limit(1)
    .executeTakeFirst();
  if (!found) return;
  const identifier = open(vault, found);
  if (!vault.indexOf(found.channel, identifier).equals(found.identifier_index))
    throw new Error('SUBJECT_INDEX_SECRET does not find the stored contacts. Set the value that made their hashes.');
}

function open(vault: Vault, found: { person_id: string; wrapped: Buffer; sealed_identifier: Buffer }): string {
  try {
    return vault.sealer(found.person_id, found.wrapped).open('contact point', found.sealed_identifier);
  } catch (cause) {
    const remedy = 'Set the secret that wrapped it, or that one as SUBJECT_KEY_SECRET_ACCEPTED.';
    throw new Error(`SUBJECT_KEY_SECRET does not open the data key of a person. ${remedy}`, { cause });
  }
}
