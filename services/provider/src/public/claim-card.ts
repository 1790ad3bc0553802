import type { Requirement } from '@trust/contracts/events/provider';
import type { Language } from '@trust/contracts/text';
import type { z } from 'zod';
import { limitationFields } from '../catalog/limitations.ts';
import { freshnessAt } from './freshness.ts';
import type { ClaimRow, OfferedService } from './queries.ts';
import type { ClaimCard, ClaimSummary } from './schema.ts';

export function isCurrent(claim: ClaimRow, at: Date): boolean {
  return claim.status === 'active' && freshnessAt(claim.valid_until, at) !== 'expired';
}

export function notVerified(service: OfferedService, claims: readonly ClaimRow[], at: Date) {
  const verified = new Set(
    claims
      .filter((claim) => claim.category_key === service.category_key && isCurrent(claim, at))
      .map(({ requirement_key }) => requirement_key),
  );
  return service.requirements
    .filter(({ key }: Requirement) => !verified.has(key))
    .map(({ key, label }: Requirement) => ({ key, label }));
}

export type ViewOptions = { at: Date; language: Language };

export function claimCard(
  claim: ClaimRow,
  unverified: ReturnType<typeof notVerified>,
  { at, language }: ViewOptions,
): z.input<typeof ClaimCard> {
  return {
    claimId: claim.claim_id,
    type: claim.type,
    categoryKey: claim.category_key,
    statement: claim.statement,
    method: claim.method,
    sourceKind: claim.source_kind,
    checkedOn: claim.checked_on,
    validUntil: claim.valid_until.toISOString(),
    status: claim.status,
    freshness: freshnessAt(claim.valid_until, at),
    ...limitationFields(claim.limitation_texts, language),
    policyVersion: claim.policy_version,
    notVerified: unverified,
  };
}

export function claimSummary(claim: ClaimRow, { at, language }: ViewOptions): z.input<typeof ClaimSummary> {
  return {
    claimId: claim.claim_id,
    type: claim.type,
    statement: claim.statement,
    validUntil: claim.valid_until.toISOString(),
    freshness: freshnessAt(claim.valid_until, at),
    ...limitationFields(claim.limitation_texts, language),
  };
}
