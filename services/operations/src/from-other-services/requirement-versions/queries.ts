import type { Requirement } from '@trust/contracts/events/catalog';
import type { Trx } from '../../app.ts';

export async function insertRequirementVersion(
  trx: Trx,
  version: { id: string; categoryKey: string; categoryLabel: Requirement['label']; requirements: Requirement[] },
): Promise<void> {
  const requirementLabels = Object.fromEntries(version.requirements.map(({ key, label }) => [key, label]));
  const fieldVisitKeys = version.requirements
    .filter(({ claim }) => claim.methods.includes('field_visit'))
    .map(({ key }) => key);
  const premisesKeys = version.requirements.filter(({ claim }) => claim.about === 'premises').map(({ key }) => key);
  const keys = { field_visit_keys: fieldVisitKeys, premises_keys: premisesKeys };
  await trx
    .insertInto('requirement_version')
    .values({
      id: version.id,
      category_key: version.categoryKey,
      category_label: JSON.stringify(version.categoryLabel),
      requirement_labels: JSON.stringify(requirementLabels),
      ...keys,
    })
    // An earlier release did not keep the keys.
    .onConflict((conflict) => conflict.column('id').doUpdateSet(keys))
    .execute();
}

/** Null until they are known. */
export async function findFieldVisitKeys(trx: Trx, id: string): Promise<string[] | null> {
  const query = trx.selectFrom('requirement_version').select('field_visit_keys').where('id', '=', id);
  return (await query.executeTakeFirst())?.field_visit_keys ?? null;
}

export async function isAboutPremises(trx: Trx, id: string, requirementKey: string): Promise<boolean> {
  const query = trx.selectFrom('requirement_version').select('premises_keys').where('id', '=', id);
  return (await query.executeTakeFirst())?.premises_keys?.includes(requirementKey) ?? false;
}
