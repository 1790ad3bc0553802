import { endOfWorkingDays } from '@trust/business-calendar/calendar';
import { invalid } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import { type App, audit, command } from '../../app.ts';
import { claimFreeDuty } from '../../case/record/claim-duty.ts';
import type { DecisionRow } from '../../case/record/decisions.ts';
import { CaseParams } from '../../case/record/params.ts';
import { assertReasonsMatch, latestChecks, requirementsOf } from '../../case/record/requirements.ts';
import { withPermission } from '../../case/record/separation-of-duties.ts';
import { appealDays } from './appeal-period.ts';
import { decisionView } from './decision-view.ts';
import { decisionLines } from './lines.ts';
import { lockDecidable, type Recommended } from './lock-decidable.ts';
import { recordDecision } from './record-decision.ts';
import { Decision, DecisionCreate } from './schema.ts';

export const createDecision = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/decisions',
    summary: 'Decide a case',
    description:
      'For the assignee of the duty `decide`; if it is unassigned, the decision claims it. The decision is the only source of claims. The decision of a review suspends claims of its requirements that it does not grant again, and revokes them when it can no longer be appealed. Anyone who took part in the review, or judged the case that a case of kind `review` reviews, gets 409 `separation-of-duties`, whatever their permissions.',
    access: 'session',
    permissions: ['verification.cases.decide'],
    stepUp: true,
    limit: 'privileged-operation',
    idempotency: 'required',
    params: CaseParams,
    body: DecisionCreate,
    responds: { status: 201, body: Decision, location: '/verification-cases/{caseId}/decisions/{id}' },
    problems: ['forbidden', 'not-found', 'state-conflict', 'separation-of-duties'],
  },
  async (input, app, trx) => {
    const { actor, body } = input;
    const { found, earlier } = await lockDecidable(trx, input.params.caseId, actor, app.now());
    if (body.claimEndReason && found.kind !== 'review') throw invalid('claimEndReason', 'not_allowed');
    const claimed = await claimFreeDuty(trx, app, found, { duty: 'decide', actor, reason: body.reason });
    const requirements = await requirementsOf(trx, [found.id]);
    const checks = await latestChecks(trx, found.id);
    assertReasonsMatch(body.reasonCodes, checks);
    const lines = decisionLines(requirements, checks, body, app.now());

    const policyVersion = requirements[0]?.policy_version ?? '';
    const values = decisionValues(app, found, { body, deciderId: actor.userId, earlier, policyVersion });
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
        claimed,
      },
    });
    return decisionView(trx, { state: 'decided' }, decision);
  },
);

type Deciding = {
  body: z.output<typeof DecisionCreate>;
  deciderId: string;
  earlier: DecisionRow | undefined;
  policyVersion: string;
};

function decisionValues(app: App, found: Recommended, { body, deciderId, earlier, policyVersion }: Deciding) {
  const now = app.now();
  return {
    id: app.newId(),
    case_id: found.id,
    requirement_version_id: found.requirement_version_id,
    outcome: body.outcome,
    reason_codes: body.reasonCodes,
    claim_end_reason: body.claimEndReason ?? null,
    reason: body.reason,
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
