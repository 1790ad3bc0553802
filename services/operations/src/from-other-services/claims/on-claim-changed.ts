import { claimChanged, claimSnapshot } from '@trust/contracts/events/verification';
import { on } from '../../app.ts';
import { upsertClaim } from './queries.ts';

export const onClaimChanged = [claimChanged, claimSnapshot].map((type) =>
  on(type, (claim, { trx }) =>
    upsertClaim(trx, {
      claim_id: claim.claimId,
      case_id: claim.caseId,
      provider_id: claim.providerId,
      category_key: claim.categoryKey,
      requirement_key: claim.requirementKey,
      type: claim.type,
      state: claim.state,
      valid_until: claim.validUntil,
    }),
  ),
);
