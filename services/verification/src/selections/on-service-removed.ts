import { serviceRemoved } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { withdrawOpenCases } from '../cases/open-and-withdraw.ts';
import { lockProvider } from '../providers/queries.ts';
import { removeSelection } from './queries.ts';

export const onServiceRemoved = on(serviceRemoved, async ({ selectionId, providerId }, { trx }, app) => {
  await lockProvider(trx, providerId);
  await removeSelection(trx, selectionId);
  // Evidence can no longer be confirmed for the removed selection (spec, confirmation condition 5).
  await withdrawOpenCases(trx, app, { selectionId });
});
