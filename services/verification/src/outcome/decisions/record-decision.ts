import { decisionRecorded } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Insertable } from 'kysely';
import type { App, Trx } from '../../app.ts';
import { notifyProvider } from '../../case/effects/notify-provider.ts';
import { moveCase } from '../../case/record/move-case.ts';
import type { Case } from '../../case/record/queries.ts';
import { mapDutyErrors } from '../../case/record/separation-of-duties.ts';
import type { Decision } from '../../db/schema.ts';
import { addEntry } from '../../timeline/queries.ts';
import { grantClaim } from '../claims/grant-claim.ts';
import { endUnconfirmedClaims } from '../claims/unconfirmed-claims.ts';
import type { Line } from './lines.ts';
import { type DecisionRow, insertDecision, insertDecisionClaims } from './queries.ts';

type Recorded = { decision: DecisionRow; claimsGranted: number };

/** Records a decision with its lines, claims and events, and moves the case. */
export async function recordDecision(
  trx: Trx,
  app: App,
  found: Case,
  values: Insertable<Decision>,
  lines: readonly Line[],
): Promise<Recorded> {
  const decision = await mapDutyErrors(() => insertDecision(trx, values));
  await insertLines(trx, found, decision, lines);
  const to = decision.relation === 'sets_aside' ? 'closed' : 'decided';
  await moveCase(trx, app, found, to, { outcome: decision.outcome });
  await announce(trx, app, found, decision);
  let claimsGranted = 0;
  for (const line of lines) {
    if (line.result === 'granted') {
      await grantClaim(trx, app, { found, decision }, line);
      claimsGranted += 1;
    } else {
      const claimType = line.requirement.claim_type;
      await addEntry(trx, app, found, { type: 'claim_refused', status: 'refused', claimType });
    }
  }
  await endUnconfirmedClaims(trx, app, found, decision);
  return { decision, claimsGranted };
}

async function insertLines(trx: Trx, found: Case, { id }: DecisionRow, lines: readonly Line[]): Promise<void> {
  await insertDecisionClaims(
    trx,
    lines.map(({ requirement, check, result, limitations, validUntil }) => ({
      decision_id: id,
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
      valid_until: validUntil,
    })),
  );
}

async function announce(trx: Trx, app: App, found: Case, decision: DecisionRow): Promise<void> {
  const { id: caseId, provider_id: providerId, category_key: categoryKey } = found;
  const { outcome, relation, earlier_id: earlierDecisionId } = decision;
  await emit(trx, decisionRecorded, {
    decisionId: decision.id,
    caseId,
    providerId,
    categoryKey,
    outcome,
    ...(relation && earlierDecisionId && { relation, earlierDecisionId }),
    decidedAt: decision.decided_at.toISOString(),
  });
  await addEntry(trx, app, found, { type: 'decision_recorded', status: outcome });
  await notifyProvider(trx, found, 'case_decided', { outcome });
}
