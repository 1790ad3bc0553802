import { claimChanged, claimSnapshot } from '@trust/contracts/events/claims';
import { projection } from '../../app.ts';

export const onClaimChanged = projection({
  of: [claimChanged, claimSnapshot],
  table: 'claim',
  key: 'id',
  changes: ['state', 'valid_until'],
  row: (payload) => ({
    id: payload.claimId,
    provider_id: payload.providerId,
    case_id: payload.caseId,
    category_key: payload.categoryKey,
    requirement_key: payload.requirementKey,
    evidence_version_id: payload.evidenceVersionId,
    subject_id: payload.subjectId ?? null,
    state: payload.state,
    valid_from: payload.validFrom,
    valid_until: payload.validUntil,
  }),
});
