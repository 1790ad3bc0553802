import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { decisionRecorded } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/events/outbox';
import { once } from '@trust/service-kit/http/idempotency';
import { conflict, notFound, Problem } from '@trust/service-kit/http/problem';
import { reply } from '@trust/service-kit/http/reply';
import { type App, audit, route, type Trx } from '../app.ts';
import { type Assignment, activeAssignments, assigneeOf, insertAssignment } from '../assignments/queries.ts';
import { moveCase } from '../cases/move-case.ts';
import { type Case, hasReviewed, lockCase } from '../cases/queries.ts';
import { latestChecks, requirementsOf } from '../cases/requirements.ts';
import { CaseParams } from '../cases/schema.ts';
import { stateAt } from '../cases/transitions.ts';
import { grantClaim } from '../claims/grant-claim.ts';
import { assertNotOwnProvider, mapDutyErrors, withPermission } from '../duties.ts';
import { lockOperator } from '../operators/queries.ts';
import { addEntry } from '../timeline/queries.ts';
import { decisionView } from './decision-view.ts';
import { decisionLines, type Line } from './lines.ts';
import { type DecisionRow, insertDecision, insertDecisionClaims } from './queries.ts';
import { Decision, DecisionCreate } from './schema.ts';

export const createDecision = route(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/decisions',
    summary: 'Decide a case',
    description:
      'For the assignee of the duty `decide`; if it is unassigned, the decision claims it. The decision is the only source of claims. Anyone who took part in the review gets 409 `separation-of-duties`, whatever their permissions.',
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
        const found = await lockDecidable(trx, input.params.caseId, actor, app.now());
        const claimed = await mapDutyErrors(() => assignFreeDuty(trx, app, found, { actor, reason: body.reason }));
        const requirements = await requirementsOf(trx, [found.id]);
        const lines = decisionLines(requirements, await latestChecks(trx, found.id), body, app.now());

        const auditEntryId = app.newId();
        const decision = await mapDutyErrors(() =>
          insertDecision(trx, {
            id: app.newId(),
            case_id: found.id,
            requirement_version_id: found.requirement_version_id,
            outcome: body.outcome,
            reason_codes: body.reasonCodes,
            reason: body.reason,
            recommendation_id: found.recommendation_id,
            recommender_id: found.recommender_id,
            decider_id: actor.userId,
            policy_version: requirements[0]?.policy_version ?? '',
            audit_entry_id: auditEntryId,
            decided_at: app.now(),
          }),
        );
        const claimIds = await applyDecision(trx, app, found, decision, lines);
        await audit(trx, withPermission(input, 'verification.cases.decide'), {
          id: auditEntryId,
          objectType: 'verification_case',
          objectId: found.id,
          reason: body.reason,
          before: { state: found.state },
          after: {
            state: 'decided',
            decisionId: decision.id,
            outcome: body.outcome,
            claimsGranted: claimIds.size,
            claimed,
          },
        });
        return reply(await decisionView(trx, decision), { status: 201 });
      }),
    ),
);

type Recommended = Case & { recommendation_id: string; recommender_id: string };

async function lockDecidable(trx: Trx, caseId: string, actor: Actor, now: Date): Promise<Recommended> {
  await lockOperator(trx, actor.userId);
  const found = await lockCase(trx, caseId);
  if (!actor.permissions.includes('verification.cases.decide')) {
    const isReviewer = found && (await hasReviewed(trx, actor.userId, caseId));
    throw new Problem(isReviewer ? 'separation-of-duties' : 'forbidden');
  }
  if (!found) throw notFound();
  assertNotOwnProvider(actor, found.provider_id);
  if (await hasReviewed(trx, actor.userId, caseId)) throw new Problem('separation-of-duties');
  if (!canDecide(actor, await activeAssignments(trx, caseId))) throw notFound();
  const state = stateAt(found, now);
  if (!isRecommended(found))
    throw conflict({
      en: `The case is \`${state}\`, not \`recommended\`. Read it again.`,
      fr: `Le dossier est dans l’état \`${state}\` et non \`recommended\`. Relisez-le.`,
    });
  return found;
}

function canDecide({ userId }: Actor, assignments: readonly Assignment[]): boolean {
  const assignee = assigneeOf(assignments, 'decide');
  return assignee === undefined || assignee === userId;
}

async function assignFreeDuty(
  trx: Trx,
  app: App,
  { id }: Case,
  { actor: { userId }, reason }: { actor: Actor; reason: string },
): Promise<boolean> {
  if (assigneeOf(await activeAssignments(trx, id), 'decide') !== undefined) return false;
  await insertAssignment(trx, {
    id: app.newId(),
    case_id: id,
    duty: 'decide',
    assignee_id: userId,
    assigned_by: userId,
    reason,
    assigned_at: app.now(),
  });
  return true;
}

function isRecommended(found: Case): found is Recommended {
  return found.state === 'recommended' && found.recommendation_id !== null && found.recommender_id !== null;
}

async function applyDecision(trx: Trx, app: App, found: Case, decision: DecisionRow, lines: readonly Line[]) {
  const { id: decisionId, outcome, decided_at: decidedAt } = decision;
  await insertDecisionClaims(
    trx,
    lines.map(({ requirement, check, result, limitations, validUntil }) => ({
      decision_id: decisionId,
      case_id: found.id,
      requirement_version_id: found.requirement_version_id,
      requirement_key: requirement.key,
      claim_type: requirement.claim_type,
      check_id: check.id,
      evidence_version_id: check.evidence_version_id,
      check_result: check.result,
      result,
      limitations,
      valid_until: validUntil,
    })),
  );
  await moveCase(trx, app, found, 'decided', { outcome });
  await emit(trx, decisionRecorded, {
    decisionId,
    caseId: found.id,
    providerId: found.provider_id,
    categoryKey: found.category_key,
    outcome,
    decidedAt: decidedAt.toISOString(),
  });
  await addEntry(trx, app, found, { type: 'decision_recorded', status: outcome });

  const claimIds = new Map<string, string>();
  for (const line of lines) {
    const claimType = line.requirement.claim_type;
    if (line.result === 'granted') {
      claimIds.set(claimType, (await grantClaim(trx, app, { found, decisionId, decidedAt }, line)).id);
    } else {
      await addEntry(trx, app, found, { type: 'claim_refused', status: 'refused', claimType });
    }
  }
  await emit(trx, notificationRequested.verification, {
    userId: null,
    providerId: found.provider_id,
    template: 'case_decided',
    data: { categoryKey: found.category_key, outcome },
  });
  return claimIds;
}
