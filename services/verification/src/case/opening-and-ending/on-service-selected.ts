import type { PayloadOf } from '@trust/contracts/event';
import { serviceSelected, serviceSnapshot } from '@trust/contracts/events/provider';
import { type App, on, type Trx } from '../../app.ts';
import { lockProvider } from '../../from-other-services/providers.ts';
import {
  addSelection,
  isKnownSelection,
  removeSelection,
  replaceSelections,
} from '../../from-other-services/service-selections.ts';
import { openMissingCases, withdrawOpenCases } from './open-and-withdraw.ts';

export const onServiceSelected = on(serviceSelected, (payload, { trx }, app) => select(trx, app, payload));

export const onServiceSnapshot = on(serviceSnapshot, async ({ state, ...payload }, { trx }, app) => {
  if (state === 'active') return select(trx, app, payload);
  const { selectionId, providerId } = payload;
  await lockProvider(trx, providerId);
  if (!(await isKnownSelection(trx, selectionId))) return addSelection(trx, { ...rowOf(payload), state });
  await removeSelection(trx, selectionId);
  await withdrawOpenCases(trx, app, { selectionId });
});

async function select(trx: Trx, app: App, payload: PayloadOf<typeof serviceSelected>): Promise<void> {
  const { selectionId, providerId, categoryKey } = payload;
  await lockProvider(trx, providerId);
  if (await isKnownSelection(trx, selectionId)) return;
  for (const replaced of await replaceSelections(trx, { selectionId, providerId, categoryKey })) {
    await withdrawOpenCases(trx, app, { selectionId: replaced });
  }
  await addSelection(trx, rowOf(payload));
  await openMissingCases(trx, app, providerId);
}

function rowOf({ selectionId, providerId, categoryKey, requirementVersionId }: PayloadOf<typeof serviceSelected>) {
  return {
    id: selectionId,
    provider_id: providerId,
    category_key: categoryKey,
    requirement_version_id: requirementVersionId,
  };
}
