import { endOfWorkingDays } from '@trust/business-calendar/calendar';
import type { Actor } from '@trust/contracts/actor';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, invalid, notFound, Problem } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import { type App, audit, route, type Trx } from '../../app.ts';
import { type Assignment, activeAssignments, assigneeOf } from '../../case/record/assignments.ts';
import { claimFreeDuty } from '../../case/record/claim-duty.ts';
import type { DecisionRow } from '../../case/record/decisions.ts';
import { CaseParams } from '../../case/record/params.ts';
import { type Case, findCase, hasReviewed, lockCase } from '../../case/record/queries.ts';
import { assertReasonsMatch, latestChecks, requirementsOf } from '../../case/record/requirements.ts';
import { assertNotOwnProvider, withPermission } from '../../case/record/separation-of-duties.ts';
import { stateAt } from '../../case/record/transitions.ts';
import { assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { lockOperator } from '../../from-other-services/operators.ts';
import { appealDays } from './appeal-period.ts';
import { decisionView } from './decision-view.ts';
import { decisionLines } from './lines.ts';
import { findDecisionInForce } from './queries.ts';
import { recordDecision } from './record-decision.ts';
import { Decision, DecisionCreate } from './schema.ts';

export const createDecision = route(
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
  (input, app) =>
    app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
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
        return reply(await decisionView(trx, { state: 'decided' }, decision), { status: 201 });
      }),
    ),
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

type Recommended = Case & { recommendation_id: string; recommender_id: string };

async function lockDecidable(trx: Trx, caseId: string, actor: Actor, now: Date) {
  await lockOperator(trx, actor.userId);
  const earlier = await lockEarlierDecision(trx, caseId);
  const found = await lockCase(trx, caseId);
  if (!actor.permissions.includes('verification.cases.decide')) {
    const isReviewer = found && (await hasReviewed(trx, actor.userId, caseId));
    throw new Problem(isReviewer ? 'separation-of-duties' : 'forbidden');
  }
  if (!found) throw notFound();
  assertNotOwnProvider(actor, found.provider_id);
  if (await hasReviewed(trx, actor.userId, caseId)) throw new Problem('separation-of-duties');
  if (!canDecide(actor, await activeAssignments(trx, caseId))) throw notFound();
  for (const id of [caseId, earlier?.case_id]) if (id) await assertNotFrozen(trx, id, now);
  const state = stateAt(found, now);
  if (!isRecommended(found))
    throw conflict({
      en: `The case is \`${state}\`, not \`recommended\`. Read it again.`,
      fr: `Le dossier est dans l’état \`${state}\` et non \`recommended\`. Relisez-le.`,
    });
  if (earlier?.isUnderAppeal) throw appealPending();
  return { found, earlier };
}

/** Locks the case of the decision in force first: an appeal against it needs the same lock. */
async function lockEarlierDecision(
  trx: Trx,
  caseId: string,
): Promise<(DecisionRow & { isUnderAppeal: boolean }) | undefined> {
  const found = await findCase(trx, caseId);
  const before = found && (await findDecisionInForce(trx, found));
  if (!before || before.case_id === caseId) return undefined;
  const earlierCase = await lockCase(trx, before.case_id);
  const earlier = await findDecisionInForce(trx, found);
  return earlier && { ...earlier, isUnderAppeal: earlierCase?.state === 'under_appeal' };
}

function appealPending(): Problem {
  return new Problem('state-conflict', undefined, { errors: [{ field: 'caseId', code: 'appeal_pending' }] });
}

function canDecide({ userId }: Actor, assignments: readonly Assignment[]): boolean {
  const assignee = assigneeOf(assignments, 'decide');
  return assignee === undefined || assignee === userId;
}

function isRecommended(found: Case): found is Recommended {
  return found.state === 'recommended' && found.recommendation_id !== null && found.recommender_id !== null;
}
