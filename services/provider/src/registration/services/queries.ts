import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

export type SelectionRow = {
  id: string;
  category_key: string;
  label: Record<string, string>;
  state: 'active' | 'removed';
  requirement_version_id: string;
  number: number;
};

/** Lock order: after the provider. */
export async function lockActiveSelection(
  trx: Trx,
  providerId: string,
  categoryKey: string,
): Promise<SelectionRow | undefined> {
  const { rows } = await sql<SelectionRow>`
    select s.id, s.category_key, c.label, s.state, s.requirement_version_id, v.number
    from service_selection s join category c on c.key = s.category_key
    join requirement_version v on v.id = s.requirement_version_id
    where s.provider_id = ${providerId} and s.category_key = ${categoryKey} and s.state = 'active'
    for update of s`.execute(trx);
  return rows[0];
}

type NewSelection = { id: string; providerId: string; categoryKey: string; requirementVersionId: string; at: Date };

export async function insertSelection(
  trx: Trx,
  { id, providerId, categoryKey, requirementVersionId, at }: NewSelection,
) {
  await trx
    .insertInto('service_selection')
    .values({
      id,
      provider_id: providerId,
      category_key: categoryKey,
      requirement_version_id: requirementVersionId,
      selected_at: at,
    })
    .execute();
}

/** Never removed before `selected_at`, which another replica's clock wrote. */
export async function removeSelection(trx: Trx, selectionId: string, at: Date): Promise<void> {
  await trx
    .updateTable('service_selection')
    .set({ state: 'removed', removed_at: sql<Date>`greatest(${at}, selected_at)` })
    .where('id', '=', selectionId)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
}

/** Copies every column, so that a new one is not lost when a service is selected again. */
export async function copyAvailability(trx: Trx, from: string, to: string): Promise<void> {
  await sql`
    insert into availability
    select (jsonb_populate_record(earlier, jsonb_build_object('selection_id', ${to}::text))).*
    from availability earlier where selection_id = ${from}`.execute(trx);
}
