import type { Requirement } from '@trust/contracts/events/catalog';
import type { Trx } from '../../app.ts';

export async function insertRequirementVersion(
  trx: Trx,
  version: { id: string; categoryKey: string; categoryLabel: Requirement['label']; requirements: Requirement[] },
): Promise<void> {
  const requirementLabels = Object.fromEntries(version.requirements.map(({ key, label }) => [key, label]));
  await trx
    .insertInto('requirement_version')
    .values({
      id: version.id,
      category_key: version.categoryKey,
      category_label: JSON.stringify(version.categoryLabel),
      requirement_labels: JSON.stringify(requirementLabels),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
