import { type Insertable, sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { ClaimAbout, ServiceSelection } from '../db/schema.ts';

export async function isKnownSelection(trx: Trx, id: string): Promise<boolean> {
  return (await trx.selectFrom('service_selection').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function addSelection(trx: Trx, selection: Insertable<ServiceSelection>): Promise<void> {
  await trx.insertInto('service_selection').values(selection).execute();
}

export async function replaceSelections(
  trx: Trx,
  by: { selectionId: string; providerId: string; categoryKey: string },
): Promise<string[]> {
  const rows = await trx
    .updateTable('service_selection')
    .set({ state: 'removed' })
    .where('provider_id', '=', by.providerId)
    .where('category_key', '=', by.categoryKey)
    .where('state', '=', 'active')
    .where('id', '<>', by.selectionId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function removeSelection(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('service_selection')
    .set({ state: 'removed' })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute();
}

export async function listProvidersBoundTo(trx: Trx, requirementVersionId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('service_selection')
    .select('provider_id')
    .distinct()
    .where('requirement_version_id', '=', requirementVersionId)
    .where('state', '=', 'active')
    .orderBy('provider_id')
    .execute();
  return rows.map((row) => row.provider_id);
}

/** Undefined until its requirement version is known. */
export async function findActiveSelection(trx: Trx, providerId: string, categoryKey: string) {
  return trx
    .selectFrom('service_selection as s')
    .innerJoin('requirement_version as v', 'v.id', 's.requirement_version_id')
    .select(['s.id', 'v.id as versionId'])
    .select(
      sql<boolean>`exists (select from requirement_version newer
        where newer.category_key = v.category_key and newer.number > v.number)`.as('isOutdated'),
    )
    .select(
      sql<{ claim_type: string; claim_about: ClaimAbout }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('claim_type', claim_type, 'claim_about', claim_about)), '[]')
        from requirement where requirement_version_id = v.id)`.as('claims'),
    )
    .where('s.provider_id', '=', providerId)
    .where('s.category_key', '=', categoryKey)
    .where('s.state', '=', 'active')
    .executeTakeFirst();
}
