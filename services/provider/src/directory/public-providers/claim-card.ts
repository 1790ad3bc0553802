import type { Requirement } from '@trust/contracts/events/catalog';
import type { z } from 'zod';
import type { App } from '../../app.ts';
import type { ClaimRow } from '../../from-other-services/claims/active-claims.ts';
import { freshnessAt } from '../../listing/freshness.ts';
import { checkedName } from '../../provider-record/checked-name.ts';
import type { CardRow, OfferedService } from './queries.ts';
import type { ClaimCard } from './schema.ts';

export function isCurrent(claim: ClaimRow, at: Date): boolean {
  return claim.status === 'active' && freshnessAt(claim.valid_until, at) !== 'expired';
}

export function notVerified({ requirements }: OfferedService, verifiedKeys: readonly string[]) {
  return requirements
    .filter(({ key }: Requirement) => !verifiedKeys.includes(key))
    .map(({ key, label }: Requirement) => ({ key, label }));
}

export function verifiedKeys(claims: readonly ClaimRow[], categoryKey: string, at: Date): string[] {
  return claims
    .filter((claim) => claim.category_key === categoryKey && isCurrent(claim, at))
    .map(({ requirement_key }) => requirement_key);
}

/** What became of the claim of an earlier day. */
export function statusNow(row: CardRow | undefined) {
  if (!row) throw new Error('each card has its row');
  return { statusNow: row.status_now, statusNowOn: row.changed_at.toISOString().slice(0, 10) };
}

export type ViewOptions = { at: Date; names: App['names'] };

export function claimCard(
  claim: CardRow,
  services: readonly OfferedService[],
  { at, names }: ViewOptions,
): z.input<typeof ClaimCard> {
  const service = services.find(({ category_key }) => category_key === claim.category_key);
  return {
    claimId: claim.claim_id,
    type: claim.type,
    about: claim.about,
    checkedName: checkedName({ names }, claim),
    categoryKey: claim.category_key,
    statement: claim.statement,
    method: claim.method,
    sourceKind: claim.source_kind,
    checkedOn: claim.checked_on,
    validUntil: claim.valid_until.toISOString(),
    status: claim.status,
    freshness: freshnessAt(claim.valid_until, at),
    limitations: [...claim.limitation_texts],
    policyVersion: claim.policy_version,
    notVerified: service ? notVerified(service, claim.verified_keys) : [],
  };
}
