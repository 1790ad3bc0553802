import { claimChanged } from '@trust/contracts/events/verification';
import { on } from '../app.ts';
import { lockProvider } from '../providers/queries.ts';
import { recordClaim } from './queries.ts';
import { refreshListing } from './refresh-listing.ts';

export const onClaimChanged = on(claimChanged, async (payload, { trx }) => {
  const { claimId, providerId } = payload;
  await lockProvider(trx, providerId);
  await recordClaim(trx, {
    claim_id: claimId,
    provider_id: providerId,
    category_key: payload.categoryKey,
    requirement_key: payload.requirementKey,
    type: payload.type,
    statement: payload.statement,
    method: payload.method,
    source_kind: payload.sourceKind,
    status: payload.state,
    limitations: payload.limitations,
    policy_version: payload.policyVersion,
    checked_on: payload.checkedOn,
    valid_from: payload.validFrom,
    valid_until: payload.validUntil,
    superseded_by: payload.supersedingClaimId ?? null,
    at: payload.occurredAt,
  });
  await refreshListing(trx, providerId);
});
