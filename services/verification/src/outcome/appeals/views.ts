import type { AppealGround } from '@trust/contracts/reasons/appeal-grounds';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import { activeAssignments, assigneeOf } from '../../case/record/assignments.ts';
import { findTypesOnAppeal } from '../../case/record/decisions.ts';
import { inBothLanguages } from '../../case/record/limitations.ts';
import {
  type AppealDecisionRow,
  type AppealRecommendationRow,
  type AppealRow,
  findAppealDecision,
  findAppealRecommendation,
  recommendedClaims,
} from './queries.ts';
import type { Appeal, OperatorAppeal } from './schema.ts';

export async function toAppeal(db: Db, appeal: AppealRow): Promise<z.input<typeof Appeal>> {
  const decided = await findAppealDecision(db, appeal.id);
  return { view: 'provider', ...appealFields(appeal), result: decided ? resultFields(decided) : null };
}

export async function toOperatorAppeal(db: Db, appeal: AppealRow, now: Date): Promise<z.input<typeof OperatorAppeal>> {
  const decided = await findAppealDecision(db, appeal.id);
  const assigneeId = assigneeOf(await activeAssignments(db, appeal.case_id), 'appeal') ?? null;
  return {
    view: 'operator',
    ...appealFields(appeal),
    submittedById: appeal.submitted_by,
    claimTypes: await findTypesOnAppeal(db, appeal.decision_id, decided?.decided_at ?? now),
    assigneeId,
    recommendation: recommendationView(await findAppealRecommendation(db, appeal.id)),
    result: decided
      ? {
          ...resultFields(decided),
          deciderId: decided.decider_id,
          reason: decided.reason,
          notReadReason: decided.not_read_reason,
          auditEntryId: decided.audit_entry_id,
        }
      : null,
  };
}

function recommendationView(
  recommendation: AppealRecommendationRow | undefined,
): z.input<typeof OperatorAppeal>['recommendation'] {
  if (!recommendation) return null;
  return {
    outcome: recommendation.outcome as 'overturned' | 'partly_overturned',
    caseOutcome: recommendation.case_outcome,
    claims: recommendedClaims(recommendation).map(({ type, result, limitations, validUntil = null }) => ({
      ...{ type, result, limitations: inBothLanguages(limitations), validUntil },
    })),
    reasonCodes: recommendation.reason_codes,
    reason: recommendation.reason,
    recommenderId: recommendation.recommender_id,
    recommendedAt: recommendation.recommended_at.toISOString(),
  };
}

function appealFields(appeal: AppealRow) {
  return {
    id: appeal.id,
    caseId: appeal.case_id,
    decisionId: appeal.decision_id,
    state: appeal.state,
    grounds: appeal.grounds as AppealGround[],
    statement: appeal.statement,
    evidenceCaseId: appeal.evidence_case_id,
    evidenceDueAt: appeal.evidence_due_at?.toISOString() ?? null,
    submittedAt: appeal.submitted_at.toISOString(),
  };
}

function resultFields({ decided_at, reason_codes, decision_id }: AppealDecisionRow) {
  return { decidedAt: decided_at.toISOString(), reasonCodes: reason_codes, newDecisionId: decision_id };
}
