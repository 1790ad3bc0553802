import { endOfWorkingDays } from '@trust/business-calendar/calendar';
import { invalid, Problem } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import type { z } from 'zod';
import { type App, audit, command } from '../../app.ts';
import { documentsNotRead } from '../../case/reading/unread.ts';
import { heldAssignment } from '../../case/record/assignments.ts';
import { type DecisionRow, grantsClaims } from '../../case/record/decisions.ts';
import { CaseParams } from '../../case/record/params.ts';
import { assertReasonsMatch, doubtsOfOthers, latestChecks, requirementsOf } from '../../case/record/requirements.ts';
import { listRefusals } from '../../case/refusals/queries.ts';
import { OperatorCase } from '../../case/views/schema.ts';
import { appealDays } from './appeal-period.ts';
import { decisionView } from './decision-view.ts';
import { decisionLines, grantsAll, judgedBy } from './lines.ts';
import { lockDecidable, type Recommended } from './lock-decidable.ts';
import { findRecommended } from './queries.ts';
import { recordDecision } from './record-decision.ts';
import { Decision, DecisionCreate } from './schema.ts';

export const createDecision = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/decisions',
    summary: 'Decide a case',
    description:
      'For the assignee of the duty `decide`; while it is unassigned: 409 `duty-not-held`. The decider has read every document as a whole since they got the duty, or says in `notReadReason` why not; else 409 `document-not-read`. The decision is the only source of claims, and grants none unless the reviewer recommended an outcome that does. The decision of a review suspends claims of its requirements that it does not grant again, and revokes them when it can no longer be appealed. Anyone who took part in the review, or judged the case that a case of kind `review` reviews, gets 409 `separation-of-duties`, whatever their permissions.',
    access: 'session',
    permissions: ['verification.cases.decide'],
    stepUp: true,
    limit: 'privileged-operation',
    ifMatch: OperatorCase,
    idempotency: 'required',
    params: CaseParams,
    body: DecisionCreate,
    responds: { status: 201, body: Decision, location: '/verification-cases/{caseId}/decisions/{id}' },
    problems: [
      'forbidden',
      'not-found',
      'taken',
      'duty-not-held',
      'invalid-transition',
      'state-conflict',
      'document-not-read',
      'document-of-earlier-subject',
      'check-not-explained',
      'separation-of-duties',
    ],
    acts: { on: 'case', as: 'decide' },
    rule: lockDecidable,
  },
  async (input, app, trx, { found, earlier }) => {
    const { actor, body } = input;
    const now = app.now();
    if (body.claimEndReason && found.kind !== 'review') throw invalid('claimEndReason', 'not_allowed');
    const requirements = await requirementsOf(trx, [found.id]);
    const checks = await latestChecks(trx, found.id);
    const all = [...checks, ...(await doubtsOfOthers(trx, found.id))];
    assertReasonsMatch(body.reasonCodes, {
      outcome: body.outcome,
      checks: all,
      grantsAll: grantsAll(requirements, body),
    });
    const recommended = await findRecommended(trx, found.recommendation_id);
    assertRecommended(body, recommended);
    const asked = { providerId: found.provider_id, claims: requirements, exceptCase: found.id };
    const refusals = await listRefusals(trx, asked);
    const limitations = new Map(requirements.map(({ claim_type }) => [claim_type, recommended.limitations]));
    const result = { ...body, recommended: limitations, refusals };
    const lines = decisionLines(requirements, checks, result, now);
    const held = await heldAssignment(trx, found.id, actor.userId);
    const notRead = await documentsNotRead(trx, held, judgedBy(lines, body.claims), body, now);

    const policyVersion = requirements[0]?.policy_version ?? '';
    const notReadReason = notRead?.notReadReason ?? null;
    const deciding = { body, deciderId: actor.userId, earlier, policyVersion, notReadReason, now };
    const values = decisionValues(app, found, deciding);
    const decision = await recordDecision(trx, app, found, values, lines);
    await audit(trx, withPermission(input, 'verification.cases.decide'), {
      id: values.audit_entry_id,
      objectType: 'verification_case',
      objectId: found.id,
      reason: body.reason,
      policyVersion,
      before: { state: found.state },
      after: {
        state: 'decided',
        decisionId: decision.id,
        outcome: body.outcome,
        claimsGranted: lines.filter(({ result }) => result === 'granted').length,
        ...notRead,
      },
    });
    return decisionView(trx, { state: 'decided' }, decision);
  },
);

/** Nobody grants alone what the other refused (docs/domain/review-and-duties.md 37). */
function assertRecommended(
  { outcome, claims }: Pick<Deciding['body'], 'outcome' | 'claims'>,
  recommended: Awaited<ReturnType<typeof findRecommended>>,
): void {
  const errors = claims.flatMap(({ type, result }, index) =>
    result === 'granted' && recommended.refused_claims.includes(type)
      ? [{ field: `claims.${index}.result`, code: 'not_recommended' as const }]
      : [],
  );
  if (grantsClaims(outcome) && !grantsClaims(recommended.outcome))
    errors.push({ field: 'outcome', code: 'not_recommended' });
  if (errors.length > 0) throw new Problem('state-conflict', undefined, { errors });
}

type Deciding = {
  body: z.output<typeof DecisionCreate>;
  deciderId: string;
  earlier: DecisionRow | undefined;
  policyVersion: string;
  notReadReason: string | null;
  /** One for the lines and the decision: a claim without an end of its own has the whole time. */
  now: Date;
};

function decisionValues(
  app: App,
  found: Recommended,
  { body, deciderId, earlier, policyVersion, notReadReason, now }: Deciding,
) {
  return {
    id: app.newId(),
    case_id: found.id,
    requirement_version_id: found.requirement_version_id,
    outcome: body.outcome,
    reason_codes: body.reasonCodes,
    claim_end_reason: body.claimEndReason ?? null,
    reason: body.reason,
    not_read_reason: notReadReason,
    recommendation_id: found.recommendation_id,
    recommender_id: found.recommender_id,
    decider_id: deciderId,
    policy_version: policyVersion,
    audit_entry_id: app.newId(),
    decided_at: now,
    appeal_ends_at: endOfWorkingDays(app.calendar, now, appealDays),
    ...(earlier && {
      earlier_id: earlier.id,
      earlier_decider_id: earlier.decider_id,
      relation: 'supersedes' as const,
    }),
  };
}
