import { providerChanged, providerSnapshot } from '@trust/contracts/events/provider';
import { projection } from '../../app.ts';
import { searchWords } from './search-words.ts';

export const onProviderChanged = projection({
  of: [providerChanged, providerSnapshot],
  table: 'provider_label',
  key: 'provider_id',
  row: ({ providerId, displayName, state, publication, location, ...changed }) => ({
    provider_id: providerId,
    public_provider_id: changed.publicProviderId,
    display_name: displayName,
    search_words: searchWords(displayName),
    is_closed: state === 'closed',
    state,
    publication,
    has_profile: changed.hasProfile ?? true,
    private_base_configured: location.privateBaseConfigured,
    public_premises_configured: location.publicPremisesConfigured,
    service_area_configured: location.serviceAreaConfigured,
  }),
});
