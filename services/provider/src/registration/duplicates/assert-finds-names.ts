import { sql } from 'kysely';
import type { Db, Names } from '../../app.ts';

type Kept = { text: string; keys: string[] };

/**
 * Throws if the secret finds none of the newest names. Nobody would notice otherwise: who was refused, or closed under a
 * complaint, would register again and not be found.
 */
export async function assertFindsNames(db: Db, { keyOf }: Pick<Names, 'keyOf'>): Promise<void> {
  const { rows } = await sql<Kept>`
    select provider_name_key(p.display_name) as text,
      array(select encode(u.key, 'hex') from used_name u where u.provider_id = p.id and u.kind = 'name') as keys
    from provider p where exists (select from used_name u where u.provider_id = p.id and u.kind = 'name')
    order by p.id desc limit 20`.execute(db);
  const isFound = ({ text, keys }: Kept) => keys.includes(keyOf(text).toString('hex'));
  if (rows.length > 0 && !rows.some(isFound))
    throw new Error('NAME_INDEX_SECRET does not find the stored names. Set the first value of CLAIM_KEY_SECRET.');
}
