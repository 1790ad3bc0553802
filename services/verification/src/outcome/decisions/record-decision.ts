import type { Insertable } from 'kysely';
import type { App, Trx } from '../../app.ts';
import { announceBeside } from '../../case/effects/announce-changes.ts';
import { applyEffects } from '../../case/effects/effects.ts';
import type { Happened } from '../../case/effects/happened.ts';
import type { DecisionRow } from '../../case/record/decisions.ts';
import { moveCase } from '../../case/record/move-case.ts';
import type { Case } from '../../case/record/queries.ts';
import { mapDutyErrors } from '../../case/record/separation-of-duties.ts';
import { announceRefusals } from '../../case/refusals/announce-refusals.ts';
import type { Decision } from '../../db/schema.ts';
import { suspendDoubtedClaims } from '../claims/doubted-claims.ts';
import { grantClaim } from '../claims/grant-claim.ts';
import { endUnconfirmedClaims } from '../claims/unconfirmed-claims.ts';
import type { Line } from './lines.ts';
import { insertDecision, insertDecisionClaims } from './queries.ts';

/** Records a decision with its lines, moves the case, grants and ends claims, and applies what follows. */
export async function recordDecision(
  trx: Trx,
  app: App,
  found: Case,
  values: Insertable<Decision>,
  lines: readonly Line[],
): Promise<DecisionRow> {
  const decision = await mapDutyErrors(() => insertDecision(trx, values));
  await insertDecisionClaims(
    trx,
    lines.map((line) => claimLineOf(found, decision, line)),
  );
  const to = decision.relation === 'sets_aside' ? 'closed' : 'decided';
  const move = await moveCase(trx, found, to, decision.decided_at, { outcome: decision.outcome });
  const happened: Happened[] = [move, { type: 'decision_recorded', found, decision }];
  for (const line of lines) {
    if (line.result === 'granted') happened.push(...(await grantClaim(trx, app, { found, decision }, line)));
    else happened.push({ type: 'claim_not_granted', found, claimType: line.requirement.claim_type });
  }
  happened.push(...(await endUnconfirmedClaims(trx, app, found, decision)));
  await applyEffects(trx, app, happened);
  await suspendDoubtedClaims(trx, app, { found, decision, lines });
  await announceRefusals(trx, app, found.provider_id);
  // Who granted a claim judges no open review of it.
  await announceBeside(trx, app, found);
  return decision;
}

function claimLineOf(found: Case, decision: DecisionRow, line: Line) {
  const { requirement, check, result, limitations, validUntil } = line;
  return {
    decision_id: decision.id,
    case_id: found.id,
    requirement_version_id: found.requirement_version_id,
    requirement_key: requirement.key,
    claim_type: requirement.claim_type,
    check_id: check.id,
    evidence_case_id: check.case_id === found.id ? null : check.case_id,
    evidence_version_id: check.evidence_version_id,
    check_result: check.result,
    result,
    limitations,
    reason_codes: line.result === 'refused' ? line.reasonCodes : [],
    valid_until: validUntil,
  };
}
