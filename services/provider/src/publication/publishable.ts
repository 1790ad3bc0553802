import { type FieldError, Problem } from '@trust/service-kit/http/problem';
import { type MissingPart, missingParts } from '../providers/completeness.ts';
import type { Parts, ProviderRow } from '../providers/queries.ts';

const fieldOf: Record<MissingPart, string> = { profile: 'profile.summary', service: 'services', location: 'location' };

export function assertPublishable(
  provider: Pick<ProviderRow, 'summary'>,
  parts: Parts,
  { gate, currentClaims }: { gate: 'open' | 'closed'; currentClaims: number },
): void {
  if (gate === 'closed') throw new Problem('publication-gate-closed');
  const missing = missingParts(provider, parts).map((part) => fieldOf[part]);
  const errors: FieldError<'provider-not-ready'>[] = missing.map((field) => ({ field, code: 'required' }));
  if (currentClaims === 0) errors.push({ field: 'claims', code: 'no_current_claim' });
  if (errors.length > 0) throw new Problem('provider-not-ready', undefined, { errors });
}
