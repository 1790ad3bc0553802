import { requirementVersionActivated, requirementVersionSnapshot } from '@trust/contracts/events/catalog';
import { on } from '../../app.ts';
import { saveRequirementVersion } from '../../from-other-services/requirement-versions.ts';
import { listProvidersBoundTo } from '../../from-other-services/service-selections.ts';
import { openMissingCases } from './open-and-withdraw.ts';

export const onRequirementVersionActivated = on.each(
  [requirementVersionActivated, requirementVersionSnapshot],
  async (payload, { trx }, app) => {
    await saveRequirementVersion(trx, payload);
    for (const providerId of await listProvidersBoundTo(trx, payload.requirementVersionId)) {
      await openMissingCases(trx, app, providerId);
    }
  },
);
