import type { App, Trx } from '../../app.ts';
import type { ClaimChanged, ClaimGranted } from '../../case/effects/happened.ts';
import type { DecisionRow } from '../../case/record/decisions.ts';
import type { Case } from '../../case/record/queries.ts';
import type { CaseRequirement, LatestCheck } from '../../case/record/requirements.ts';
import { changeClaim } from './change-claim.ts';
import { insertClaim, lockCurrentClaim } from './queries.ts';

/** A decision grants this for a requirement, on its check. */
export type Grant = { requirement: CaseRequirement; check: LatestCheck; limitations: string[]; validUntil: Date };

/** The only code that inserts a claim. It supersedes the current claim of the type. */
export async function grantClaim(
  trx: Trx,
  app: App,
  { found, decision }: { found: Case; decision: DecisionRow },
  { requirement, check, limitations, validUntil }: Grant,
): Promise<(ClaimChanged | ClaimGranted)[]> {
  const id = app.newId();
  const superseded = await supersedeCurrent(trx, app, { found, decision }, { id, type: requirement.claim_type });
  const claim = await insertClaim(trx, {
    id,
    decision_id: decision.id,
    provider_id: found.provider_id,
    category_key: found.category_key,
    requirement_key: requirement.key,
    claim_type: requirement.claim_type,
    statement: JSON.stringify(requirement.claim_statement),
    method: check.method,
    subject_id: check.subject_id,
    source_kind: requirement.claim_source_kind,
    limitations: [...new Set([...requirement.claim_limitations, ...check.limitations, ...limitations])],
    checked_on: check.checked_at.toISOString().slice(0, 10),
    valid_from: decision.decided_at,
    valid_until: validUntil,
    policy_version: requirement.policy_version,
  });
  return [...superseded, { type: 'claim_granted', found, claim }];
}

async function supersedeCurrent(
  trx: Trx,
  app: App,
  { found, decision }: { found: Case; decision: DecisionRow },
  { id, type }: { id: string; type: string },
): Promise<ClaimChanged[]> {
  const scope = { providerId: found.provider_id, categoryKey: found.category_key, type };
  const current = await lockCurrentClaim(trx, scope);
  if (!current) return [];
  const reason = decision.relation === 'sets_aside' ? 'decision_set_aside' : 'renewed';
  const cause = { decisionId: decision.id };
  return [await changeClaim(trx, app, current, { to: 'superseded', reason, supersededBy: id, cause })];
}
