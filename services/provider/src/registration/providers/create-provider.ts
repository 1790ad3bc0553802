import { representativeAssigned } from '@trust/contracts/events/representatives';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { Problem } from '@trust/service-kit/problems/problem';
import { audit, route, type Trx } from '../../app.ts';
import { countOwnedProviders } from '../../provider-record/assignments.ts';
import { emitProviderChanged } from '../../provider-record/lifecycle.ts';
import { findParts, insertProvider } from '../../provider-record/provider-row.ts';
import { assertNameAllowed } from '../display-names/allowed-name.ts';
import { flagDuplicates } from '../duplicates/flag-duplicates.ts';
import { lockContacts } from '../duplicates/possible-duplicates.ts';
import { keepUsedNames } from '../duplicates/used-names.ts';
import { insertAssignment } from '../representatives/queries.ts';
import { providerBody } from './provider-body.ts';
import { newPublicProviderId } from './public-provider-id.ts';
import { Provider, ProviderCreate } from './schema.ts';

/** More are for operators to look at, not for a form (docs/domain/provider-record.md 1). */
const maxOwned = 10;

export const createProvider = route(
  {
    method: 'post',
    path: '/providers',
    summary: 'Register a provider',
    description:
      'You become its owner. The provider is a draft until its profile, a service and a location are complete; then an operator is asked whether its name may be public. Ten open providers are the most that you can own: 409 `providers_full`.',
    access: 'session',
    limit: 'profile-mutation',
    idempotency: 'required',
    body: ProviderCreate,
    etag: true,
    responds: { status: 201, body: Provider, location: '/providers/{id}' },
    problems: ['state-conflict'],
  },
  async (input, app) => {
    const { db, now, newId } = app;
    const { actor, body, idempotency } = input;
    return db.transact((trx) =>
      once(trx, idempotency, async () => {
        await assertMayOwnMore(trx, actor.userId);
        assertNameAllowed(body.displayName);
        const createdAt = now();
        const provider = await insertProvider(trx, {
          id: newId(),
          public_provider_id: newPublicProviderId(),
          display_name: body.displayName,
          kind: body.kind,
          operating_model: body.operatingModel,
          created_at: createdAt,
          changed_at: createdAt,
        });
        const owner = { id: newId(), providerId: provider.id, userId: actor.userId, role: 'owner' as const };
        await insertAssignment(trx, { ...owner, assignedAt: createdAt });
        await emitProviderChanged(trx, provider, await findParts(trx, provider.id));
        await keepUsedNames(trx, app, provider.id, { names: [body.displayName] });
        await flagDuplicates(trx, app, provider.id, { at: createdAt, reasons: ['contact', 'name', 'registered_name'] });
        const { id: assignmentId, ...assigned } = owner;
        await emit(trx, representativeAssigned, { assignmentId, ...assigned });
        await audit(trx, input, {
          objectType: 'provider',
          objectId: provider.id,
          after: { kind: body.kind, operatingModel: body.operatingModel, state: provider.state },
        });
        return reply(providerBody(provider), { status: 201, revision: provider.revision });
      }),
    );
  },
);

async function assertMayOwnMore(trx: Trx, userId: string): Promise<void> {
  // Of two at once the second counts the first.
  await lockContacts(trx, userId);
  if ((await countOwnedProviders(trx, userId)) < maxOwned) return;
  const full = { field: 'providers', code: 'providers_full', maximum: maxOwned } as const;
  throw new Problem('state-conflict', undefined, { errors: [full] });
}
