import { providerChanged, providerSnapshot } from '@trust/contracts/events/provider';
import { projection } from '../../app.ts';

export const onProviderChanged = projection({
  of: [providerChanged, providerSnapshot],
  table: 'provider_publication',
  key: 'provider_id',
  row: ({ providerId, state, publication, kind }) => ({
    provider_id: providerId,
    is_public: state === 'active' && publication === 'published',
    is_individual: kind === 'individual',
  }),
});
