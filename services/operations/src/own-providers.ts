import type { Actor } from '@trust/contracts/actor';

/** Operators never work on a provider that they represent. */
export function ownProviders({ assignments }: Pick<Actor, 'assignments'>): string[] {
  return assignments.map(({ providerId }) => providerId);
}
