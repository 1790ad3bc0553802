import type { Actor } from '@trust/contracts/actor';
import type { PayloadOf } from '@trust/contracts/event';
import { providerChanged } from '@trust/contracts/events/provider';
import { representativePermissions } from '@trust/contracts/permissions';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import type { RequestInfo } from '@trust/service-kit/request-info';
import type { Trx } from '../app.ts';
import { findAssignments } from './assignments.ts';
import { lockProvider, type Parts, type ProviderRow } from './provider-row.ts';

type Write = {
  actor: Pick<Actor, 'userId'>;
  request: Pick<RequestInfo, 'access' | 'scope'>;
  providerId: string;
  asOperator?: boolean;
};

/** For a write that changes the provider, or something of it. */
export async function lockOpenProvider(trx: Trx, input: Write): Promise<ProviderRow> {
  const provider = await lockProvider(trx, input.providerId);
  if (!provider) throw notFound();
  if (!input.asOperator) await assertStillRepresents(trx, input);
  if (provider.state === 'closed')
    throw conflict({
      en: 'The provider is permanently closed. Create a new one to continue.',
      fr: 'Le prestataire est définitivement fermé. Créez-en un nouveau pour continuer.',
    });
  return provider;
}

/**
 * The request was allowed before it waited for the lock, so it may belong to somebody who was dismissed since
 * (docs/domain/provider-record.md 24). Answers as their next request. Call with the provider locked.
 */
export async function assertStillRepresents(trx: Trx, { actor, providerId, request }: Write): Promise<void> {
  const assignments = await findAssignments(trx, actor.userId);
  const own = assignments.find((one) => one.providerId === providerId);
  if (!own && request.scope === 'workspace')
    throw new Problem(assignments.length > 0 ? 'ambiguous-assignment' : 'no-active-workspace');
  if (!own) throw notFound();
  const permissions: readonly string[] = representativePermissions[own.role];
  if (request.access !== 'session' && !permissions.includes(request.access)) throw new Problem('forbidden');
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
