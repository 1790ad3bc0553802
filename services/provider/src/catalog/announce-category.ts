import { requirementVersionSnapshot } from '@trust/contracts/events/catalog';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { findActivatedVersions, findFrenchTexts, lockCatalog } from './queries.ts';

export async function announceCategory(trx: Trx, categoryKey: string): Promise<void> {
  await lockCatalog(trx);
  for (const version of await findActivatedVersions(trx, categoryKey)) {
    const french = await findFrenchTexts(
      trx,
      version.requirements.map(({ claim }) => claim),
    );
    await emit(trx, requirementVersionSnapshot, {
      requirementVersionId: version.id,
      categoryKey,
      categoryLabel: version.label,
      number: version.number,
      policyVersion: version.policy_version,
      requirements: version.requirements,
      limitationTexts: [...french].map(([en, fr]) => ({ en, fr })),
      activatedAt: version.activated_at.toISOString(),
    });
  }
}
