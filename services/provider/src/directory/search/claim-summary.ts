import type { z } from 'zod';
import { freshnessAt } from '../../listing/freshness.ts';
import type { ViewOptions } from '../public-providers/claim-card.ts';
import type { ClaimSummary } from './schema.ts';
import type { SummaryRow } from './search-listings.ts';

export function claimSummary(claim: SummaryRow, { at }: Omit<ViewOptions, 'names'>): z.input<typeof ClaimSummary> {
  const validUntil = new Date(claim.valid_until);
  return {
    claimId: claim.claim_id,
    type: claim.type,
    statement: claim.statement,
    validUntil: validUntil.toISOString(),
    freshness: freshnessAt(validUntil, at),
    limitations: [...claim.limitation_texts],
  };
}
