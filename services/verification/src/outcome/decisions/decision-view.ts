import type { z } from 'zod';
import type { Db } from '../../app.ts';
import { decisionStatus } from '../../case/record/decision-status.ts';
import { type DecisionRow, findReplacingDecision } from '../../case/record/decisions.ts';
import { inBothLanguages } from '../../case/record/limitations.ts';
import type { Case } from '../../case/record/queries.ts';
import { findFrenchLimitations } from '../../from-other-services/requirement-versions.ts';
import { findAppealRecommender, findDecisionLines } from './queries.ts';
import type { Decision } from './schema.ts';

export async function decisionView(
  db: Db,
  { state }: Pick<Case, 'state'>,
  decision: DecisionRow,
): Promise<z.input<typeof Decision>> {
  const { decider_id: deciderId } = decision;
  const recommenderId = (await findAppealRecommender(db, decision.id)) ?? decision.recommender_id;
  const { earlier_id: earlierId, relation } = decision;
  const lines = await findDecisionLines(db, decision.id);
  const french = await findFrenchLimitations(db);
  const later = await findReplacingDecision(db, decision.id);
  return {
    id: decision.id,
    caseId: decision.case_id,
    outcome: decision.outcome,
    claims: lines.map((line) => ({
      claimId: line.claim_id,
      type: line.claim_type,
      requirementKey: line.requirement_key,
      evidenceVersionId: line.evidence_version_id,
      checkId: line.check_id,
      method: line.method,
      result: line.result,
      reasonCodes: line.reason_codes,
      limitations: inBothLanguages(line.claim_limitations ?? line.limitations, french),
      validUntil: line.valid_until?.toISOString() ?? null,
    })),
    reasonCodes: decision.reason_codes,
    claimEndReason: decision.claim_end_reason as z.input<typeof Decision>['claimEndReason'],
    reason: decision.reason,
    notReadReason: decision.not_read_reason,
    separationOfDuties: { recommenderId, deciderId, distinct: recommenderId !== deciderId },
    policyVersion: decision.policy_version,
    auditEntryId: decision.audit_entry_id,
    status: decisionStatus(state, later),
    earlier: earlierId && relation ? { decisionId: earlierId, relation } : null,
    laterDecisionId: later?.id ?? null,
    appealEndsAt: decision.appeal_ends_at?.toISOString() ?? null,
    decidedAt: decision.decided_at.toISOString(),
  };
}
