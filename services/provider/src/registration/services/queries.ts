import type { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
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

type NewSelection = {
  id: string;
  providerId: string;
  categoryKey: string;
  requirementVersionId: string;
  removerId: string | null;
  at: Date;
};

export async function insertSelection(
  trx: Trx,
  { id, providerId, categoryKey, requirementVersionId, removerId, at }: NewSelection,
) {
  await trx
    .insertInto('service_selection')
    .values({
      id,
      provider_id: providerId,
      category_key: categoryKey,
      requirement_version_id: requirementVersionId,
      ends_removal_of: removerId,
      selected_at: at,
    })
    .execute();
}

type ByOperator = { reasonCode: MeasureReason | null; userId: string };

/** Never removed before `selected_at`, which another replica's clock wrote. */
export async function removeSelection(
  trx: Trx,
  selectionId: string,
  at: Date,
  byOperator: ByOperator | false = false,
): Promise<void> {
  const measure = byOperator && {
    removed_by_operators: true,
    removal_reason_code: byOperator.reasonCode,
    removed_by: byOperator.userId,
  };
  await trx
    .updateTable('service_selection')
    .set({ state: 'removed', removed_at: sql<Date>`greatest(${at}, selected_at)`, ...measure })
    .where('id', '=', selectionId)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow();
}

/** If operators removed the last selection of the category. Call without an active one. */
export async function findRemovalByOperators(
  trx: Trx,
  providerId: string,
  categoryKey: string,
): Promise<{ removed_by: string | null } | undefined> {
  const last = await trx
    .selectFrom('service_selection')
    .select(['removed_by_operators', 'removed_by'])
    .where('provider_id', '=', providerId)
    .where('category_key', '=', categoryKey)
    .orderBy('selected_at', 'desc')
    .orderBy('removed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.removed_by_operators ? last : undefined;
}

/** Keys of the selected categories that take no organisation. */
export async function findIndividualsOnly(trx: Trx, providerId: string): Promise<string[]> {
  const { rows } = await sql<{ category_key: string }>`
    select category_key from service_selection
    where provider_id = ${providerId} and state = 'active' and not takes_organisations(requirement_version_id)
    order by category_key`.execute(trx);
  return rows.map(({ category_key }) => category_key);
}

/** Copies every column, so that a new one is not lost when a service is selected again. */
export async function copyAvailability(trx: Trx, from: string, to: string): Promise<void> {
  await sql`
    insert into availability
    select (jsonb_populate_record(earlier, jsonb_build_object('selection_id', ${to}::text))).*
    from availability earlier where selection_id = ${from}`.execute(trx);
}
