import { serviceRemoved } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { lockProvider } from '../../from-other-services/providers.ts';
import { removeSelection } from '../../from-other-services/service-selections.ts';
import { withdrawOpenCases } from './open-and-withdraw.ts';

export const onServiceRemoved = on(serviceRemoved, async ({ selectionId, providerId }, { trx }, app) => {
  await lockProvider(trx, providerId);
  await removeSelection(trx, selectionId);
  // Evidence can no longer be confirmed for the removed selection (spec, confirmation condition 5).
  await withdrawOpenCases(trx, app, { selectionId });
});
