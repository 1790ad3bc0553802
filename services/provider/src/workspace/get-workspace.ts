import type { Language } from '@trust/contracts/text';
import { notFound } from '@trust/service-kit/problem';
import { reply } from '@trust/service-kit/reply';
import { type Db, route } from '../app.ts';
import { availabilityAt } from '../availability/availability-at.ts';
import { listAvailability } from '../availability/queries.ts';
import { missingParts } from '../providers/completeness.ts';
import { providerBody } from '../providers/lifecycle.ts';
import { findParts, findProvider } from '../providers/queries.ts';
import { readGate } from '../publication/queries.ts';
import { findAssignments } from '../representatives/queries.ts';
import { listActiveSelections } from '../services/queries.ts';
import { selectionBody } from '../services/selection-body.ts';
import { listActiveClaims, listCases } from './queries.ts';
import { readinessOf } from './readiness.ts';
import { Workspace } from './schema.ts';

export const getWorkspace = route(
  {
    method: 'get',
    path: '/provider-workspace/me',
    summary: 'The workspace of the provider that one represents',
    description: 'Its ETag is that of `provider`, to be sent as `If-Match` when the profile is updated.',
    access: 'session',
    scope: 'workspace',
    etag: true,
    responds: { status: 200, body: Workspace },
    problems: ['not-found'],
  },
  async ({ actor, providerId, request }, { db, now }) => {
    const at = now();
    const provider = await findProvider(db, providerId);
    const assignment = (await findAssignments(db, actor.userId)).find((one) => one.providerId === providerId);
    // Closed since the scope was resolved.
    if (!provider || !assignment) throw notFound();

    const { services, availability, location, readiness } = await read(db, provider, request.language, at);
    const body = {
      provider: providerBody(provider),
      representative: { role: assignment.role },
      services,
      location,
      availability,
      readiness,
      boundaries: {
        enquiries: { readOnly: true as const, ownedByPhase: 8 },
        reviewResponses: { readOnly: true as const, ownedByPhase: 8 },
        subscription: { readOnly: true as const, ownedByPhase: 9 },
      },
    };
    return reply(body, { revision: provider.revision });
  },
);

type ProviderRow = NonNullable<Awaited<ReturnType<typeof findProvider>>>;

async function read(db: Db, provider: ProviderRow, language: Language, at: Date) {
  const parts = await findParts(db, provider.id);
  const selections = await listActiveSelections(db, provider.id);
  const availability = await listAvailability(db, provider.id);
  const cases = await listCases(db, provider.id);
  const claims = await listActiveClaims(db, provider.id);
  const available = new Set(availability.map(({ category_key }) => category_key));
  const facts = {
    position: provider,
    missing: missingParts(provider, parts),
    services: selections.map(({ category_key }) => ({
      categoryKey: category_key,
      hasAvailability: available.has(category_key),
    })),
    cases: cases.map(({ category_key, state, due_at }) => ({ categoryKey: category_key, state, dueAt: due_at })),
    claims: claims.map(({ category_key, valid_until }) => ({ categoryKey: category_key, validUntil: valid_until })),
    gate: await readGate(db),
  };
  return {
    location: parts.location,
    services: selections.map((selection) => selectionBody(selection, 'active', language)),
    availability: availability.map((row) => availabilityAt(row.category_key, row, at)),
    readiness: readinessOf(facts, at),
  };
}
