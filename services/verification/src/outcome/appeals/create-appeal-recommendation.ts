import { Problem } from '@trust/service-kit/problems/problem';
import { type App, audit, command, type Trx } from '../../app.ts';
import { assertContentExplained } from '../../case/checks/explained.ts';
import { announceDuties } from '../../case/effects/announce-changes.ts';
import { assertRead } from '../../case/reading/unread.ts';
import { endAssignment } from '../../case/record/assignments.ts';
import { mapDutyErrors } from '../../case/record/separation-of-duties.ts';
import { judgedBy, resultOf } from '../decisions/lines.ts';
import { findDecision } from '../decisions/queries.ts';
import { overturningLines } from './appeal-lines.ts';
import { assertEvidenceIsIn, judgeLapsed, lockUnrecommended } from './lock-appeal.ts';
import { insertAppealRecommendation, mayOthersDecide } from './queries.ts';
import { AppealParams, AppealRecommendationCreate, OperatorAppeal } from './schema.ts';
import { toOperatorAppeal } from './views.ts';

export const createAppealRecommendation = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/appeals/{appealId}/recommendations',
    summary: 'Recommend to overturn a decision',
    description:
      'For the assignee of the duty `appeal`, who has read every document as a whole since they got the duty; else 409 `document-not-read`. It ends the duty: another operator, who did not hear the appeal before, gets it and decides. The decider grants no claim that was not recommended, none for longer, and each with the recommended limitations; they can also uphold the decision. It must grant every claim that the appealed decision granted.',
    access: 'verification.appeals.review',
    stepUp: true,
    limit: 'privileged-operation',
    params: AppealParams,
    body: AppealRecommendationCreate,
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
    acts: { on: 'appeal', as: 'recommend_on_appeal' },
    rule: lockRecommendable,
  },
  async (input, app, trx, locked) => {
    const { actor, body } = input;
    const now = app.now();
    const { found, appeal } = locked;
    const evidenceCase = await judgeLapsed(trx, app, locked.evidenceCase);
    const appealed = await findDecision(trx, found.id, appeal.decision_id, now);
    if (!appealed) throw new Error('The appealed decision is missing.');
    const { reasonCodes, claims, caseOutcome: outcome } = body;
    const lines = await overturningLines(trx, { found, evidenceCase, appealed }, { outcome, claims, reasonCodes }, now);
    await assertRead(trx, { caseId: found.id, userId: actor.userId }, judgedBy(lines, claims), now);
    const granted = lines.filter(({ result }) => result === 'granted');
    await assertContentExplained(
      trx,
      granted.map(({ requirement, check }) => ({ field: resultOf(requirement, claims), check })),
    );

    const auditEntryId = app.newId();
    await mapDutyErrors(() =>
      insertAppealRecommendation(trx, {
        appeal_id: appeal.id,
        outcome: body.outcome,
        case_outcome: outcome,
        claims: JSON.stringify(
          claims.map(({ type, result, limitations = [], validUntil }) => ({ type, result, limitations, validUntil })),
        ),
        reason_codes: reasonCodes,
        reason: body.reason,
        recommender_id: actor.userId,
        audit_entry_id: auditEntryId,
        recommended_at: now,
      }),
    );
    await endAssignment(trx, { caseId: found.id, duty: 'appeal' }, now);
    await announceDuties(trx, app, found);
    await audit(trx, input, {
      id: auditEntryId,
      objectType: 'appeal',
      objectId: appeal.id,
      reason: body.reason,
      policyVersion: appealed.policy_version,
      after: { caseId: appeal.case_id, recommended: body.outcome, caseOutcome: outcome },
    });
    return toOperatorAppeal(trx, appeal, now);
  },
);

async function lockRecommendable(asking: Parameters<typeof lockUnrecommended>[0], app: App, trx: Trx) {
  const locked = await lockUnrecommended(asking, app, trx);
  assertEvidenceIsIn(locked, app.now());
  if (!(await mayOthersDecide(trx, locked.appeal, asking.actor.userId)))
    throw new Problem('state-conflict', undefined, {
      errors: [{ field: 'outcome', code: 'nobody_else_may_decide' }],
    });
  return locked;
}
