import { sql } from 'kysely';
import type { App, Trx } from '../../app.ts';

/** `subjectId`: the registered name, if the names are that. */
type Used = { names?: readonly string[]; websites?: readonly (string | null)[]; subjectId?: string };

/** Display names and registered names alike, normalised and hashed with a key: none can be read from them. */
export async function keepUsedNames(
  trx: Trx,
  { names: { keyOf } }: Pick<App, 'names'>,
  providerId: string,
  { names = [], websites = [], subjectId }: Used,
): Promise<void> {
  const { rows } = await sql<{ kind: 'name' | 'website'; text: string | null }>`
    select 'name' as kind, provider_name_key(said) as text from unnest(${names}::text[]) as n (said)
    union
    select 'website', provider_website_key(url) from unnest(${websites}::text[]) as w (url)`.execute(trx);
  const used = rows.flatMap(({ kind, text }) =>
    text ? [{ provider_id: providerId, kind, key: keyOf(text), subject_id: subjectId ?? null }] : [],
  );
  if (used.length === 0) return;
  await trx
    .insertInto('used_name')
    .values(used)
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'kind', 'key'])
        .doUpdateSet({ subject_id: (excluded) => excluded.ref('excluded.subject_id') })
        .where('excluded.subject_id', 'is not', null),
    )
    .execute();
}

export async function deleteUsedNames(trx: Trx, providerId: string): Promise<void> {
  await trx.deleteFrom('used_name').where('provider_id', '=', providerId).execute();
}
