import { providerChanged } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { openMissingCases, withdrawOpenCases } from '../cases/open-and-withdraw.ts';
import { saveProvider } from './queries.ts';

export const onProviderChanged = on(providerChanged, async ({ providerId, state }, { trx }, app) => {
  await saveProvider(trx, providerId, state);
  if (state === 'active') await openMissingCases(trx, app, providerId);
  if (state === 'closed') await withdrawOpenCases(trx, app, { providerId });
});
