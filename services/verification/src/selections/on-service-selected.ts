import { serviceSelected } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { openMissingCases, withdrawOpenCases } from '../cases/open-and-withdraw.ts';
import { lockProvider } from '../providers/queries.ts';
import { addSelection, isKnownSelection, replaceSelections } from './queries.ts';

export const onServiceSelected = on(serviceSelected, async (payload, { trx }, app) => {
  const { selectionId, providerId, categoryKey, requirementVersionId } = payload;
  await lockProvider(trx, providerId);
  if (await isKnownSelection(trx, selectionId)) return;
  for (const replaced of await replaceSelections(trx, { selectionId, providerId, categoryKey })) {
    await withdrawOpenCases(trx, app, { selectionId: replaced });
  }
  await addSelection(trx, {
    id: selectionId,
    provider_id: providerId,
    category_key: categoryKey,
    requirement_version_id: requirementVersionId,
  });
  await openMissingCases(trx, app, providerId);
});
