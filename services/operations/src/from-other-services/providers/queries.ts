import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

type Service = { providerId: string; selectionId: string; categoryKey: string; requirementVersionId: string };

/** A new selection of a category ends the earlier one. */
export async function saveService(trx: Trx, { isActive, ...service }: Service & { isActive: boolean }): Promise<void> {
  if (isActive)
    await trx
      .updateTable('provider_service')
      .set({ is_active: false })
      .where('provider_id', '=', service.providerId)
      .where('category_key', '=', service.categoryKey)
      .where('selection_id', '<>', service.selectionId)
      .execute();
  const facts = { requirement_version_id: service.requirementVersionId, is_active: isActive };
  await trx
    .insertInto('provider_service')
    .values({
      selection_id: service.selectionId,
      provider_id: service.providerId,
      category_key: service.categoryKey,
      ...facts,
    })
    .onConflict((conflict) => conflict.column('selection_id').doUpdateSet(facts))
    .execute();
  await countServices(trx, service.providerId);
}

export async function removeService(
  trx: Trx,
  { providerId, selectionId }: { providerId: string; selectionId: string },
): Promise<void> {
  await trx.updateTable('provider_service').set({ is_active: false }).where('selection_id', '=', selectionId).execute();
  await countServices(trx, providerId);
}

async function countServices(trx: Trx, providerId: string): Promise<void> {
  await sql`
    update provider_label set active_services =
      (select count(*) from provider_service where provider_id = ${providerId} and is_active)
    where provider_id = ${providerId}`.execute(trx);
}

type Pair = {
  providerId: string;
  otherProviderId: string;
  same: string[];
  foundAt: Date;
  dueAt: Date;
  isOfClosed: boolean;
  inQuestionAt: string | undefined;
};

/** In both directions. A judged pair waits again from the moment at which both have another thing in common, or one is in question. */
export async function savePossibleDuplicate(
  trx: Trx,
  { providerId: one, otherProviderId: other, same, foundAt, dueAt, isOfClosed, inQuestionAt = '-infinity' }: Pair,
): Promise<void> {
  const all = sql`array(select distinct unnest(d.same || excluded.same) order by 1)`;
  const latest = sql`greatest(d.in_question_at, excluded.in_question_at)`;
  const isReopened = sql`is_judged(d.id, d.same, d.in_question_at) and not is_judged(d.id, ${all}, ${latest})`;
  await sql`
    insert into possible_duplicate as d (provider_id, other_provider_id, same, found_at, due_at, is_of_closed, in_question_at)
    select one, other, array(select distinct unnest(${same}::text[]) order by 1), ${foundAt}, ${dueAt}, ${isOfClosed}, ${inQuestionAt}
    from (values (${one}::uuid, ${other}::uuid), (${other}, ${one})) pair (one, other)
    on conflict (provider_id, other_provider_id) do update
    set same = ${all}, is_of_closed = d.is_of_closed or excluded.is_of_closed, in_question_at = ${latest},
      found_at = case when ${isReopened} then excluded.found_at else d.found_at end,
      due_at = case when ${isReopened} then excluded.due_at else d.due_at end
    where not d.same @> excluded.same or excluded.is_of_closed and not d.is_of_closed
      or excluded.in_question_at > d.in_question_at`.execute(trx);
}
