import { serviceRemoved } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { withdrawOpenCases } from '../cases/open-and-withdraw.ts';
import { lockProvider } from '../providers/queries.ts';
import { removeSelection } from './queries.ts';

export const onServiceRemoved = on(serviceRemoved, async ({ selectionId, providerId }, { trx }, app) => {
  await lockProvider(trx, providerId);
  await removeSelection(trx, selectionId);
  // What it asks for is no longer offered, and no evidence could be confirmed for it (spec, confirmation condition 5).
  await withdrawOpenCases(trx, app, { selectionId });
});
