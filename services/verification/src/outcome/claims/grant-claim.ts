import type { App, Trx } from '../../app.ts';
import { emitClaimChanged } from '../../case/effects/claim-payload.ts';
import type { Case } from '../../case/record/queries.ts';
import { addEntry } from '../../timeline/queries.ts';
import type { GrantedLine } from '../decisions/lines.ts';
import type { DecisionRow } from '../decisions/queries.ts';
import { changeClaim } from './change-claim.ts';
import { type ClaimRow, insertClaim, lockCurrentClaim } from './queries.ts';

/** The only code that inserts a claim. */
export async function grantClaim(
  trx: Trx,
  app: App,
  { found, decision }: { found: Case; decision: DecisionRow },
  { requirement, check, limitations, validUntil }: GrantedLine,
): Promise<ClaimRow> {
  const { id: decisionId, decided_at: decidedAt } = decision;
  const id = app.newId();
  const type = requirement.claim_type;
  const scope = { providerId: found.provider_id, categoryKey: found.category_key, type };
  const earlier = await lockCurrentClaim(trx, scope);
  if (earlier) {
    const reason = decision.relation === 'sets_aside' ? 'decision_set_aside' : 'renewed';
    await changeClaim(trx, app, earlier, { to: 'superseded', reason, supersededBy: id, cause: { decisionId } });
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
  await emitClaimChanged(trx, claim, { at: decidedAt });
  await addEntry(trx, app, found, { type: 'claim_granted', status: 'active', claimType: type, claimId: id });
  return claim;
}
