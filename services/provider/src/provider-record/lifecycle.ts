import type { PayloadOf } from '@trust/contracts/event';
import { providerChanged } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import type { Trx } from '../app.ts';
import { lockProvider, type Parts, type ProviderRow } from './provider-row.ts';

export async function lockOpenProvider(trx: Trx, providerId: string): Promise<ProviderRow> {
  const provider = await lockProvider(trx, providerId);
  if (!provider) throw notFound();
  if (provider.state === 'closed')
    throw conflict({
      en: 'The provider is permanently closed. Create a new one to continue.',
      fr: 'Le prestataire est définitivement fermé. Créez-en un nouveau pour continuer.',
    });
  return provider;
}

export function emitProviderChanged(trx: Trx, provider: ProviderRow, parts: Parts): Promise<void> {
  return emit(trx, providerChanged, providerPayload(provider, parts));
}

export function providerPayload(provider: ProviderRow, { location }: Parts): PayloadOf<typeof providerChanged> {
  return {
    providerId: provider.id,
    publicProviderId: provider.public_provider_id,
    displayName: provider.display_name,
    state: provider.state,
    publication: provider.publication,
    kind: provider.kind,
    hasProfile: provider.summary !== null,
    location,
  };
}
