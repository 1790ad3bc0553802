import { claimChanged, claimSnapshot } from '@trust/contracts/events/claims';
import { projection } from '../../app.ts';

export const onClaimChanged = projection({
  of: [claimChanged, claimSnapshot],
  table: 'claim',
  key: 'claim_id',
  row: (claim) => ({
    claim_id: claim.claimId,
    case_id: claim.caseId,
    evidence_version_id: claim.evidenceVersionId,
    provider_id: claim.providerId,
    category_key: claim.categoryKey,
    requirement_key: claim.requirementKey,
    type: claim.type,
    state: claim.state,
    valid_until: claim.validUntil,
    has_subject_ended: claim.changeReason === 'subject_ended',
  }),
});
