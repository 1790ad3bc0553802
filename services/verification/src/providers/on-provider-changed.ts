import { providerChanged, providerSnapshot } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { openMissingCases, withdrawOpenCases } from '../cases/open-and-withdraw.ts';
import { saveProvider } from './queries.ts';

export const onProviderChanged = [providerChanged, providerSnapshot].map((type) =>
  on(type, async ({ providerId, state }, { trx }, app) => {
    await saveProvider(trx, providerId, state);
    if (state === 'active') await openMissingCases(trx, app, providerId);
    if (state === 'closed') await withdrawOpenCases(trx, app, { providerId });
  }),
);
