import { claimChanged, claimSnapshot } from '@trust/contracts/events/verification';
import { on } from '../../app.ts';
import { saveClaim } from './queries.ts';

export const onClaimChanged = [claimChanged, claimSnapshot].map((type) =>
  on(type, (payload, { trx }) =>
    saveClaim(trx, {
      id: payload.claimId,
      provider_id: payload.providerId,
      case_id: payload.caseId,
      category_key: payload.categoryKey,
      requirement_key: payload.requirementKey,
      evidence_version_id: payload.evidenceVersionId,
      state: payload.state,
      valid_from: payload.validFrom,
      valid_until: payload.validUntil,
    }),
  ),
);
