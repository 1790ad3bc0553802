import { providerChanged, providerSnapshot } from '@trust/contracts/events/provider';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on } from '../../app.ts';

export const onProviderChanged = on.each(
  [providerChanged, providerSnapshot],
  async ({ providerId, displayName, state, publication }, { trx }) => {
    const row = { provider_id: providerId, display_name: displayName, state, publication };
    await saveState(trx, 'provider_label', { key: 'provider_id' }, row);
  },
);
