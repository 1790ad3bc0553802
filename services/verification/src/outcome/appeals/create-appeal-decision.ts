import { invalid, Problem } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import { audit, command, type Trx } from '../../app.ts';
import { applyEffects } from '../../case/effects/effects.ts';
import { notifyProvider } from '../../case/effects/notify-provider.ts';
import { documentsNotRead, type Judged } from '../../case/reading/unread.ts';
import { heldAssignment } from '../../case/record/assignments.ts';
import type { DecisionRow } from '../../case/record/decisions.ts';
import { mapDutyErrors } from '../../case/record/separation-of-duties.ts';
import { restoreDoubtedClaims } from '../claims/doubted-claims.ts';
import { judgedBy } from '../decisions/lines.ts';
import { findDecision } from '../decisions/queries.ts';
import { recordDecision } from '../decisions/record-decision.ts';
import { appealRequirements, overturningLines, recommendedLimitations, withinRecommendation } from './appeal-lines.ts';
import { changeAppeal, endEvidenceCase, keepDecision } from './change-appeal.ts';
import { assertEvidenceIsIn, judgeLapsed, lockAppeal } from './lock-appeal.ts';
import { type AppealRecommendationRow, insertAppealDecision } from './queries.ts';
import { AppealDecisionCreate, AppealParams, OperatorAppeal } from './schema.ts';
import { toOperatorAppeal } from './views.ts';

type Body = z.output<typeof AppealDecisionCreate>;

export const createAppealDecision = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/appeals/{appealId}/decisions',
    summary: 'Decide an appeal',
    description:
      'For the assignee of the duty `appeal`, who judged nothing in the case before. `overturned` and `partly_overturned` need the recommendation of another operator, `caseOutcome` and `claims`: they record a new decision, which sets the appealed one aside and grants claims. It grants every claim that the appealed decision granted and that the appeal judges (`claimTypes`), and none that was not recommended. `upheld` and `inadmissible` leave the decision in force. The decider has read every document as a whole since they got the duty, or says in `notReadReason` why not; else 409 `document-not-read`. `inadmissible` judges no document. The case is then `closed`.',
    access: 'verification.appeals.review',
    stepUp: true,
    limit: 'privileged-operation',
    idempotency: 'required',
    params: AppealParams,
    body: AppealDecisionCreate,
    responds: { status: 201, body: OperatorAppeal, location: '/verification-cases/{caseId}/appeals/{appealId}' },
    problems: [
      'not-found',
      'taken',
      'invalid-transition',
      'state-conflict',
      'document-not-read',
      'document-of-earlier-subject',
      'check-not-explained',
      'separation-of-duties',
    ],
    acts: { on: 'appeal', as: 'decide_appeal' },
    rule: lockAppeal,
  },
  async (input, app, trx, locked) => {
    const { actor, body } = input;
    const { found, appeal, recommendation } = locked;
    const evidenceCase = await judgeLapsed(trx, app, locked.evidenceCase);
    const now = app.now();
    const overturned = overturning(body, recommendation);
    if (body.outcome !== 'inadmissible') assertEvidenceIsIn({ appeal, evidenceCase }, now);
    const appealed = await findDecision(trx, found.id, appeal.decision_id, now);
    if (!appealed) throw new Error('The appealed decision is missing.');

    const about = { found, evidenceCase, appealed };
    const lines =
      overturned && (await overturningLines(trx, about, { ...overturned, reasonCodes: body.reasonCodes }, now));
    const judged =
      lines && overturned
        ? judgedBy(lines, overturned.claims)
        : await judgedWithoutClaims(trx, body.outcome, about, now);
    const held = await heldAssignment(trx, found.id, actor.userId);
    const notRead = await documentsNotRead(trx, held, judged, body, now);
    const notReadReason = notRead?.notReadReason ?? null;

    const [auditEntryId, newDecisionId] = [app.newId(), overturned ? app.newId() : null];
    await mapDutyErrors(() =>
      insertAppealDecision(trx, {
        appeal_id: appeal.id,
        appealed_decider_id: appeal.appealed_decider_id,
        outcome: body.outcome,
        decision_id: newDecisionId,
        decider_id: actor.userId,
        reason_codes: body.reasonCodes,
        reason: body.reason,
        not_read_reason: notReadReason,
        policy_version: appealed.policy_version,
        audit_entry_id: auditEntryId,
        decided_at: now,
      }),
    );
    if (overturned && lines && newDecisionId) {
      const deciderId = actor.userId;
      const values = decisionValues({ appealed, body, newDecisionId, auditEntryId, notReadReason, deciderId, now });
      await recordDecision(trx, app, found, { ...values, outcome: overturned.outcome }, lines);
      await restoreDoubtedClaims(trx, app, { found, decisionId: appealed.id, appealId: appeal.id });
    } else {
      await keepDecision(trx, app, found, appeal);
    }
    const change = await changeAppeal(trx, { found, appeal, to: body.outcome });
    await applyEffects(trx, app, [change]);
    await endEvidenceCase(trx, app, change.appeal, overturned?.outcome ?? appealed.outcome);
    await notifyProvider(trx, found, 'appeal_decided', { outcome: body.outcome });
    await audit(trx, input, {
      id: auditEntryId,
      objectType: 'appeal',
      objectId: appeal.id,
      reason: body.reason,
      policyVersion: appealed.policy_version,
      before: { state: appeal.state },
      after: {
        state: body.outcome,
        caseId: appeal.case_id,
        newDecisionId,
        caseOutcome: overturned?.outcome ?? null,
        ...notRead,
      },
    });
    return toOperatorAppeal(trx, change.appeal, now);
  },
);

type Overturning = {
  outcome: NonNullable<Body['caseOutcome']>;
  claims: NonNullable<Body['claims']>;
  recommended: ReadonlyMap<string, readonly string[]>;
};

/** Nobody sets a decision aside alone (docs/domain/appeal.md 14). */
function overturning(
  { outcome, caseOutcome, claims }: Body,
  recommendation: AppealRecommendationRow | undefined,
): Overturning | undefined {
  if (outcome === 'overturned' || outcome === 'partly_overturned') {
    if (!caseOutcome) throw invalid('caseOutcome', 'required');
    if (!claims) throw invalid('claims', 'required');
    if (!recommendation)
      throw new Problem('state-conflict', undefined, {
        errors: [{ field: 'outcome', code: 'recommendation_missing' }],
      });
    return {
      outcome: caseOutcome,
      claims: withinRecommendation(claims, recommendation),
      recommended: recommendedLimitations(recommendation),
    };
  }
  if (caseOutcome) throw invalid('caseOutcome', 'not_allowed');
  if (claims) throw invalid('claims', 'not_allowed');
  return undefined;
}

/** Who confirms a decision judges its documents again; who finds the appeal inadmissible judges none. */
async function judgedWithoutClaims(
  trx: Trx,
  outcome: Body['outcome'],
  of: Parameters<typeof appealRequirements>[1],
  now: Date,
): Promise<Judged[]> {
  if (outcome === 'inadmissible') return [];
  return (await appealRequirements(trx, of, now)).flatMap(({ key, evidence_version_id: evidenceVersionId }) =>
    evidenceVersionId ? [{ field: `requirements.${key}`, evidenceVersionId }] : [],
  );
}

type Deciding = {
  appealed: DecisionRow;
  body: Body;
  newDecisionId: string;
  auditEntryId: string;
  notReadReason: string | null;
  deciderId: string;
  now: Date;
};

/** It names the recommendation of the appealed decision, which it judges again. It cannot be appealed. */
function decisionValues({ appealed, body, newDecisionId, auditEntryId, notReadReason, deciderId, now }: Deciding) {
  return {
    id: newDecisionId,
    case_id: appealed.case_id,
    requirement_version_id: appealed.requirement_version_id,
    reason_codes: body.reasonCodes,
    reason: body.reason,
    not_read_reason: notReadReason,
    recommendation_id: appealed.recommendation_id,
    recommender_id: appealed.recommender_id,
    decider_id: deciderId,
    policy_version: appealed.policy_version,
    audit_entry_id: auditEntryId,
    decided_at: now,
    earlier_id: appealed.id,
    earlier_decider_id: appealed.decider_id,
    relation: 'sets_aside' as const,
  };
}
