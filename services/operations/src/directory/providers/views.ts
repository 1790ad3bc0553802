import type { LocalisedText } from '@trust/contracts/values/localised-text';
import type { z } from 'zod';
import type { CountedRow, ProviderRow, StateCount } from './queries.ts';
import type { OperationsProvider, OperationsWorkspace } from './schema.ts';

export function providerView(row: ProviderRow): z.input<typeof OperationsProvider> {
  return { ...directoryFields(row), readiness: row.is_complete ? 'complete' : 'incomplete' };
}

export function directoryFields(row: ProviderRow) {
  return {
    id: row.provider_id,
    publicProviderId: row.public_provider_id,
    ...identityFields(row),
    categories: row.categories.map(({ key, label }) => ({
      key,
      label: (label as LocalisedText | null) ?? { en: key, fr: key },
    })),
    possibleDuplicate: row.possible_duplicate,
  };
}

export function workspaceView(row: CountedRow): z.input<typeof OperationsWorkspace> {
  return { providerId: row.provider_id, ...identityFields(row), ...workspaceFields(row) };
}

function identityFields({ display_name, state, publication }: ProviderRow) {
  return { displayName: display_name, state, publication };
}

type Counts = Pick<z.input<typeof OperationsWorkspace>, 'cases' | 'claims' | 'evidence' | 'uploads'>;

export function workspaceFields(row: CountedRow) {
  const missing = [
    ...(row.has_profile ? [] : ['profile' as const]),
    ...(row.active_services > 0 ? [] : ['service' as const]),
    ...(row.public_premises || row.service_area ? [] : ['location' as const]),
  ];
  const claims = row.claims.map(({ status, count }) => ({ state: status, count }));
  const awaitingProvider = countOf(row.cases, 'awaiting_evidence', 'awaiting_correction');
  // The database constrains the states.
  const counts = { cases: row.cases, claims: row.claims, evidence: row.evidence, uploads: row.uploads } as Counts;
  return {
    readiness: {
      status: row.is_complete ? ('complete' as const) : ('incomplete' as const),
      missing,
      activeServices: row.active_services,
      openCases: awaitingProvider + countOf(row.cases, 'in_review', 'recommended', 'under_appeal'),
      casesAwaitingProvider: awaitingProvider,
      currentClaims: countOf(claims, 'active', 'expiring'),
      claimsExpiringSoon: countOf(claims, 'expiring'),
    },
    location: {
      privateBaseConfigured: row.private_base,
      publicPremisesConfigured: row.public_premises,
      serviceAreaConfigured: row.service_area,
    },
    ...counts,
  };
}

function countOf(counts: readonly StateCount[], ...states: string[]): number {
  return counts.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0);
}
