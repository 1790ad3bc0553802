import type { PayloadOf } from '@trust/contracts/event';
import type { claimChanged } from '@trust/contracts/events/claims';
import type { LocalisedText } from '@trust/contracts/values/localised-text';
import type { Selectable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Claim } from '../../db/schema.ts';
import { findClaimBasis } from './queries.ts';

type Change = { at: Date; reason?: PayloadOf<typeof claimChanged>['changeReason'] | undefined };

export async function claimPayload(
  trx: Trx,
  claim: Selectable<Claim>,
  { at, reason }: Change,
): Promise<PayloadOf<typeof claimChanged>> {
  const basis = await findClaimBasis(trx, claim);
  return {
    claimId: claim.id,
    decisionId: claim.decision_id,
    caseId: basis.case_id,
    evidenceVersionId: basis.evidence_version_id,
    providerId: claim.provider_id,
    categoryKey: claim.category_key,
    requirementKey: claim.requirement_key,
    type: claim.claim_type,
    ...(claim.subject_id && { subjectId: claim.subject_id }),
    statement: claim.statement as LocalisedText,
    method: claim.method,
    sourceKind: claim.source_kind,
    state: claim.state,
    limitations: claim.limitations,
    policyVersion: claim.policy_version,
    checkedOn: claim.checked_on,
    validFrom: claim.valid_from.toISOString(),
    validUntil: claim.valid_until.toISOString(),
    ...(reason && { changeReason: reason }),
    ...(claim.superseded_by && { supersedingClaimId: claim.superseded_by }),
    occurredAt: at.toISOString(),
  };
}
