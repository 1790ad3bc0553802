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

type Pair = { providerId: string; otherProviderId: string; foundAt: Date; dueAt: Date; isOfClosed: boolean };

/** In both directions. A pair that is published again keeps its review. */
export async function insertPossibleDuplicate(
  trx: Trx,
  { providerId: one, otherProviderId: other, foundAt: found_at, dueAt: due_at, isOfClosed: is_of_closed }: Pair,
): Promise<void> {
  await trx
    .insertInto('possible_duplicate')
    .values([
      { provider_id: one, other_provider_id: other, found_at, due_at, is_of_closed },
      { provider_id: other, other_provider_id: one, found_at, due_at, is_of_closed },
    ])
    .onConflict((conflict) =>
      conflict
        .columns(['provider_id', 'other_provider_id'])
        .doUpdateSet({ is_of_closed: true })
        .where(sql<boolean>`excluded.is_of_closed`),
    )
    .execute();
}
