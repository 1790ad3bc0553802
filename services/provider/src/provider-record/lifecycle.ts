import type { PayloadOf } from '@trust/contracts/event';
import { providerChanged } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../app.ts';
import { missingParts } from './completeness.ts';
import { askForName } from './display-names/ask-for-name.ts';
import { findParts, lockProvider, type Parts, type ProviderRow, updateProvider } from './provider-row.ts';

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

type Write = { by: string; changed: boolean };

/** Call after every write that may complete a draft or change a name. `changed`: emit the change in any case. */
export async function activateIfComplete(
  trx: Trx,
  app: Pick<App, 'names' | 'newId' | 'now'>,
  provider: ProviderRow,
  { by, changed }: Write,
): Promise<ProviderRow> {
  const parts = await findParts(trx, provider.id);
  const isCompleted = provider.state === 'draft' && missingParts(provider, parts).length === 0;
  const saved = isCompleted ? await updateProvider(trx, provider, { state: 'active' }, app.now()) : provider;
  if (saved.state !== 'draft') await askForName(trx, app, saved, by);
  if (isCompleted || changed) await emitProviderChanged(trx, saved, parts);
  return saved;
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
    hasProfile: provider.summary !== null,
    location,
  };
}
