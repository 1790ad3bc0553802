import { requirementVersionActivated } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { openDueCases } from '../cases/open-and-withdraw.ts';
import { providersWaitingFor } from '../selections/queries.ts';
import { saveRequirementVersion } from './queries.ts';

export const onRequirementVersionActivated = on(requirementVersionActivated, async (payload, { trx }, app) => {
  await saveRequirementVersion(trx, payload);
  // A selection of it may have overtaken it: the two are different aggregates.
  for (const providerId of await providersWaitingFor(trx, payload.requirementVersionId)) {
    await openDueCases(trx, app, providerId);
  }
});
