import type { Trx } from '../../app.ts';

type Selection = { providerId: string; selectionId: string; categoryKey: string; requirementVersionId: string };

export async function saveSelection(trx: Trx, selection: Selection): Promise<void> {
  await trx
    .updateTable('service_selection')
    .set({ state: 'removed' })
    .where('provider_id', '=', selection.providerId)
    .where('category_key', '=', selection.categoryKey)
    .where('id', '<>', selection.selectionId)
    .where('state', '=', 'active')
    .execute();
  const facts = { requirement_version_id: selection.requirementVersionId, state: 'active' as const };
  await trx
    .insertInto('service_selection')
    .values({
      id: selection.selectionId,
      provider_id: selection.providerId,
      category_key: selection.categoryKey,
      ...facts,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute();
}

export async function removeSelection(trx: Trx, selectionId: string): Promise<void> {
  await trx.updateTable('service_selection').set({ state: 'removed' }).where('id', '=', selectionId).execute();
}
