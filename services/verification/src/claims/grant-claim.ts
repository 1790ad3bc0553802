import { claimChanged } from '@trust/contracts/events/verification';
import type { LocalisedText } from '@trust/contracts/localised-text';
import { emit } from '@trust/service-kit/events/outbox';
import type { App, Trx } from '../app.ts';
import type { Case } from '../cases/queries.ts';
import type { GrantedLine } from '../decisions/lines.ts';
import { addEntry } from '../timeline/queries.ts';
import { type ClaimRow, findClaimBasis, insertClaim, supersedeClaim } from './queries.ts';

/** The only code that inserts a claim. */
export async function grantClaim(
  trx: Trx,
  app: App,
  decision: { found: Case; decisionId: string; decidedAt: Date },
  { requirement, check, limitations, validUntil }: GrantedLine,
): Promise<ClaimRow> {
  const { found, decisionId, decidedAt } = decision;
  const id = app.newId();
  const type = requirement.claim_type;
  const scope = { providerId: found.provider_id, categoryKey: found.category_key, type };
  const earlier = await supersedeClaim(trx, { claimId: id, ...scope });
  if (earlier) {
    await emitClaimChanged(trx, earlier, decidedAt);
    await addEntry(trx, app, found, { type: 'claim_superseded', status: 'superseded', claimType: type });
  }
  const claim = await insertClaim(trx, {
    id,
    decision_id: decisionId,
    provider_id: found.provider_id,
    category_key: found.category_key,
    requirement_key: requirement.key,
    claim_type: type,
    statement: JSON.stringify(requirement.claim_statement),
    method: check.method,
    source_kind: requirement.claim_source_kind,
    limitations: [...new Set([...requirement.claim_limitations, ...check.limitations, ...limitations])],
    checked_on: check.checked_at.toISOString().slice(0, 10),
    valid_from: decidedAt,
    valid_until: validUntil,
    policy_version: requirement.policy_version,
  });
  await emitClaimChanged(trx, claim, decidedAt);
  await addEntry(trx, app, found, { type: 'claim_granted', status: 'active', claimType: type });
  return claim;
}

async function emitClaimChanged(trx: Trx, claim: ClaimRow, at: Date): Promise<void> {
  const basis = await findClaimBasis(trx, claim);
  await emit(trx, claimChanged, {
    claimId: claim.id,
    decisionId: claim.decision_id,
    caseId: basis.case_id,
    evidenceVersionId: basis.evidence_version_id,
    providerId: claim.provider_id,
    categoryKey: claim.category_key,
    requirementKey: claim.requirement_key,
    type: claim.claim_type,
    statement: claim.statement as LocalisedText,
    method: claim.method,
    sourceKind: claim.source_kind,
    state: claim.state,
    limitations: claim.limitations,
    policyVersion: claim.policy_version,
    checkedOn: claim.checked_on,
    validFrom: claim.valid_from.toISOString(),
    validUntil: claim.valid_until.toISOString(),
    occurredAt: at.toISOString(),
  });
}
