import type { PublicationState as Publication, ProviderState as State } from '@trust/contracts/events/provider';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../app.ts';

type ProviderState = z.output<typeof State>;
type PublicationState = z.output<typeof Publication>;

/** Those of one person, who has few. Null until the provider is known here. */
export async function labelled<Represented extends { providerId: string }>(db: Db, providers: readonly Represented[]) {
  const ids = providers.map(({ providerId }) => providerId);
  const rows = await db
    .selectFrom('provider_label')
    .selectAll()
    .where('provider_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return providers.map((represented) => {
    const label = rows.find(({ provider_id }) => provider_id === represented.providerId);
    const { display_name = null, state = null, publication = null } = label ?? {};
    return {
      ...represented,
      displayName: display_name,
      state: state as ProviderState | null,
      publication: publication as PublicationState | null,
    };
  });
}
