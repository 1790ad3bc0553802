import { providerChanged, providerSnapshot } from '@trust/contracts/events/provider';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on } from '../../app.ts';
import { openMissingCases, withdrawOpenCases } from './open-and-withdraw.ts';

export const onProviderChanged = on.each(
  [providerChanged, providerSnapshot],
  async ({ providerId, state, hasProfile, location }, { trx }, app) => {
    await saveState(
      trx,
      'provider',
      { key: 'id' },
      {
        id: providerId,
        state,
        has_profile: hasProfile ?? null,
        has_location: location.publicPremisesConfigured || location.serviceAreaConfigured,
      },
    );
    if (state === 'active') await openMissingCases(trx, app, providerId);
    if (state === 'closed') await withdrawOpenCases(trx, app, { providerId });
  },
);
