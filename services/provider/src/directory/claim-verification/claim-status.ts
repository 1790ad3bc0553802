import type { z } from 'zod';
import type { PublicClaim } from './queries.ts';
import type { ClaimStatus } from './schema.ts';

type Status = z.output<typeof ClaimStatus>;

/** Expiry is computed when read (promise M4). */
export function claimStatusAt(claim: PublicClaim | undefined, at: Date): Status {
  if (!claim) return 'unknown';
  if (claim.status !== 'active') return claim.status;
  return claim.valid_until > at ? 'valid' : 'expired';
}

const bySeverity: readonly Status[] = ['unknown', 'revoked', 'suspended', 'superseded', 'expired'];

/** Without any claim, nothing is confirmed. */
export function mostSerious(statuses: readonly Status[]): Status {
  if (statuses.length === 0) return 'unknown';
  return bySeverity.find((status) => statuses.includes(status)) ?? 'valid';
}
