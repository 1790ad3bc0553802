import { requirementVersionActivated, requirementVersionSnapshot } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { openMissingCases } from '../cases/open-and-withdraw.ts';
import { listProvidersBoundTo } from '../selections/queries.ts';
import { saveRequirementVersion } from './queries.ts';

export const onRequirementVersionActivated = [requirementVersionActivated, requirementVersionSnapshot].map((type) =>
  on(type, async (payload, { trx }, app) => {
    await saveRequirementVersion(trx, payload);
    for (const providerId of await listProvidersBoundTo(trx, payload.requirementVersionId)) {
      await openMissingCases(trx, app, providerId);
    }
  }),
);
