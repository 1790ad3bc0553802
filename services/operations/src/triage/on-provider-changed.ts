import { providerChanged, providerSnapshot } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { upsertProviderLabel } from './queries.ts';

export const onProviderChanged = [providerChanged, providerSnapshot].map((type) =>
  on(type, ({ providerId, displayName, state }, { trx }) =>
    upsertProviderLabel(trx, { provider_id: providerId, display_name: displayName, is_closed: state === 'closed' }),
  ),
);
