import { type FieldError, Problem } from '@trust/service-kit/problems/problem';
import { type MissingPart, missingParts } from './completeness.ts';
import type { Parts, ProviderRow } from './provider-row.ts';

const fieldOf: Record<MissingPart, string> = { profile: 'profile.summary', service: 'services', location: 'location' };

type Conditions = { gate: 'open' | 'closed'; isHeld: boolean; currentClaims: number; hiddenClaims: number };

/** Returns why the provider cannot be published now, or undefined. */
export function missingForPublication(
  provider: Pick<ProviderRow, 'summary' | 'public_name'>,
  parts: Parts,
  { gate, isHeld, currentClaims, hiddenClaims }: Conditions,
): Problem | undefined {
  if (gate === 'closed') return new Problem('publication-gate-closed');
  if (isHeld) return new Problem('publication-held');
  const missing = missingParts(provider, parts).map((part) => fieldOf[part]);
  const errors: FieldError<'provider-not-ready'>[] = missing.map((field) => ({ field, code: 'required' }));
  if (currentClaims === 0)
    errors.push(
      hiddenClaims > 0 ? { field: 'services', code: 'services_hidden' } : { field: 'claims', code: 'no_current_claim' },
    );
  if (errors.length > 0) return new Problem('provider-not-ready', undefined, { errors });
  return provider.public_name === null ? new Problem('name-not-accepted') : undefined;
}
