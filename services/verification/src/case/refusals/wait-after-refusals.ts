import { waitAfter } from '../record/transitions.ts';
import type { Refusal } from './queries.ts';

const dayMs = 86_400_000;

/**
 * Until when a representative of the provider waits after grave refusals; null if there are none. For one in another provider until
 * the end of a day (UTC): the instant of its decision is none of their business (docs/domain/case.md 18).
 */
export function waitAfterRefusals(refusals: readonly Refusal[], providerId: string): Date | null {
  const ends = refusals.map(({ refused_at, provider_id }) => {
    const end = waitAfter(refused_at).getTime();
    return provider_id === providerId ? end : Math.ceil(end / dayMs) * dayMs;
  });
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

/** The day alone, for a wait that ends with one. */
export function dayOrInstant(until: Date): string {
  return until.getTime() % dayMs === 0 ? until.toISOString().slice(0, 10) : until.toISOString();
}
