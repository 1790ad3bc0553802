import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Provider, ProviderTransition } from '../db/schema.ts';

export type ProviderRow = Selectable<Provider>;

export function findProvider(db: Db, providerId: string): Promise<ProviderRow | undefined> {
  return db.selectFrom('provider').selectAll().where('id', '=', providerId).executeTakeFirst();
}

/** Lock order: provider, then selection, then the rest. */
export function lockProvider(trx: Trx, providerId: string): Promise<ProviderRow | undefined> {
  return trx.selectFrom('provider').selectAll().where('id', '=', providerId).forUpdate().executeTakeFirst();
}

/** It changes only after the transaction; several may share it. */
export async function shareProvider(trx: Trx, publicProviderId: string): Promise<void> {
  await trx
    .selectFrom('provider')
    .select('id')
    .where('public_provider_id', '=', publicProviderId)
    .forShare()
    .executeTakeFirst();
}

export function insertProvider(trx: Trx, values: Insertable<Provider>): Promise<ProviderRow> {
  return trx.insertInto('provider').values(values).returningAll().executeTakeFirstOrThrow();
}

export function updateProvider(
  trx: Trx,
  { id, revision }: Pick<ProviderRow, 'id' | 'revision'>,
  changes: Updateable<Provider>,
  changedAt: Date,
): Promise<ProviderRow> {
  return trx
    .updateTable('provider')
    .set({ ...changes, revision: revision + 1, changed_at: changedAt })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertTransition(trx: Trx, values: Insertable<ProviderTransition>): Promise<void> {
  await trx.insertInto('provider_transition').values(values).execute();
}

export async function findParts(db: Db, providerId: string) {
  const { rows } = await sql<{
    services: number;
    private_base: boolean;
    public_premises: boolean;
    service_area: boolean;
  }>`
    select
      (select count(*)::int from service_selection where provider_id = ${providerId} and state = 'active') as services,
      exists (select from private_base where provider_id = ${providerId}) as private_base,
      exists (select from public_premises where provider_id = ${providerId}) as public_premises,
      exists (select from service_area where provider_id = ${providerId}) as service_area`.execute(db);
  const parts = rows[0];
  if (!parts) throw new Error('A select without `from` returned no row.');
  return {
    activeServices: parts.services,
    location: {
      privateBaseConfigured: parts.private_base,
      publicPremisesConfigured: parts.public_premises,
      serviceAreaConfigured: parts.service_area,
    },
  };
}
export type Parts = Awaited<ReturnType<typeof findParts>>;
