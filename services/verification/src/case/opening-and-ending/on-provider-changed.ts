import { providerChanged, providerSnapshot } from '@trust/contracts/events/provider';
import { on } from '../../app.ts';
import { saveProvider } from '../../from-other-services/providers.ts';
import { openMissingCases, withdrawOpenCases } from './open-and-withdraw.ts';

export const onProviderChanged = [providerChanged, providerSnapshot].map((type) =>
  on(type, async ({ providerId, state, hasProfile, location }, { trx }, app) => {
    await saveProvider(trx, {
      id: providerId,
      state,
      has_profile: hasProfile ?? null,
      has_location: location.publicPremisesConfigured || location.serviceAreaConfigured,
    });
    if (state === 'active') await openMissingCases(trx, app, providerId);
    if (state === 'closed') await withdrawOpenCases(trx, app, { providerId });
  }),
);
