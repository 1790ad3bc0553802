/**
 * The name by which messages may call the provider; null for "a provider". No operator accepts names yet, and what a
 * provider says of itself must not reach strangers as if the platform said it (docs/domain/invitations.md 3).
 */
export function acceptedName(_providerId: string): string | null {
  return null;
}
