import type { Actor } from '@trust/contracts/actor';
import { type FieldError, invalid, notFound, Problem } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import type { z } from 'zod';
import { type App, audit, command, type Trx } from '../../app.ts';
import { applyEffects } from '../../case/effects/effects.ts';
import { notifyProvider } from '../../case/effects/notify-provider.ts';
import { openCase } from '../../case/opening-and-ending/open-and-withdraw.ts';
import { type DecisionRow, findReplacingDecision, findTypesOnAppeal } from '../../case/record/decisions.ts';
import { moveCase } from '../../case/record/move-case.ts';
import { CaseParams } from '../../case/record/params.ts';
import { type Case, lockCase, lockOpenCases } from '../../case/record/queries.ts';
import { requirementsOf } from '../../case/record/requirements.ts';
import { stateAt } from '../../case/record/transitions.ts';
import { lastDecisions } from '../../case/views/queries.ts';
import { assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { lockProvider } from '../../from-other-services/providers.ts';
import { findActiveSelection } from '../../from-other-services/service-selections.ts';
import { restoreAppealedClaims } from '../claims/unconfirmed-claims.ts';
import { isAppealable } from '../decisions/appeal-period.ts';
import { findDecision, hasAppealGround } from '../decisions/queries.ts';
import { findOwnCase, ofOwners } from './access.ts';
import { findAppealOfDecision, insertAppeal } from './queries.ts';
import { Appeal, AppealCreate } from './schema.ts';
import { evidenceDueAt } from './transitions.ts';
import { toAppeal } from './views.ts';

type Body = z.output<typeof AppealCreate>;

export const createAppeal = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/appeals',
    summary: 'Appeal a decision',
    description:
      'For an owner of the provider: once for each decision, within 15 working days, if it refused a claim, limited it beyond its type or shortened it. `newEvidenceFor` names requirements with new evidence: the appeal then has an `evidenceCaseId`, a case of kind `review` that takes it through the upload protocol for 14 days. While the appeal is pending, the decision revokes nothing, and claims that it suspended are active again, unless it ended them as `evidence_not_authentic`, `granted_in_error` or for a `safety_concern`, refused a document as not authentic, or refused after a failed check a claim about a person for a reason that no other document cures.',
    access: 'session',
    permissions: [ofOwners],
    stepUp: true,
    limit: 'profile-mutation',
    params: CaseParams,
    body: AppealCreate,
    responds: { status: 201, body: Appeal, location: '/verification-cases/{caseId}/appeals/{id}' },
    problems: ['forbidden', 'not-found', 'state-conflict'],
    acts: { on: 'case', as: 'appeal' },
    rule: lockAppealable,
  },
  async (input, app, trx, { found, decision }) => {
    const { actor, body } = input;
    const evidenceCaseId = await openEvidenceCase(
      trx,
      app,
      found,
      await validEvidenceKeys(trx, decision, body, app.now()),
    );
    const submitted = { body, evidenceCaseId, submitterId: actor.userId };
    const appeal = await insertAppeal(trx, appealValues(app, decision, submitted));
    await applyEffects(trx, app, [
      await moveCase(trx, found, 'under_appeal', app.now()),
      { type: 'appeal_changed', found, appeal },
      ...(await restoreAppealedClaims(trx, app, decision.id, appeal.id)),
    ]);
    await notifyProvider(trx, found, 'appeal_received');
    await audit(trx, withPermission(input, ofOwners), {
      objectType: 'appeal',
      objectId: appeal.id,
      before: { state: found.state },
      after: { state: 'under_appeal', decisionId: decision.id, evidenceCaseId },
    });
    return toAppeal(trx, appeal);
  },
);

type Asking = { actor: Actor; params: { caseId: string }; choice: { decisionId?: string } };

/** Without a named decision, the last one. */
async function lockAppealable({ actor, params, choice }: Asking, app: App, trx: Trx) {
  const known = await findOwnCase(trx, params.caseId, actor);
  await lockProvider(trx, known.provider_id);
  const found = await lockCase(trx, known.id);
  if (!found) throw notFound();
  await assertNotFrozen(trx, found.id, app.now());
  const [last] = choice.decisionId ? [] : await lastDecisions(trx, [found.id], app.now());
  const decision = await appealableDecision(trx, app, found, choice.decisionId ?? last?.id);
  return { found, decision, until: decision.appeal_ends_at };
}

async function appealableDecision(trx: Trx, app: App, found: Case, id: string | undefined): Promise<DecisionRow> {
  const decision = id && (await findDecision(trx, found.id, id, app.now()));
  if (!id || !decision) throw invalid('decisionId', 'invalid_value');
  if (await findAppealOfDecision(trx, id)) throw refused({ field: 'decisionId', code: 'already_appealed' });
  const isReplaced = (await findReplacingDecision(trx, id)) !== undefined;
  if (isReplaced || found.state !== 'decided') throw refused({ field: 'decisionId', code: 'decision_replaced' });
  if (!isAppealable(found, decision, { now: app.now(), isReplaced }))
    throw refused({ field: 'decisionId', code: 'appeal_period_ended' });
  if (!(await hasAppealGround(trx, id, app.now()))) throw refused({ field: 'decisionId', code: 'nothing_to_appeal' });
  return decision;
}

/** Of what the appeal judges. */
async function validEvidenceKeys(
  trx: Trx,
  decision: DecisionRow,
  { grounds, newEvidenceFor = [] }: Body,
  now: Date,
): Promise<string[]> {
  if (grounds.includes('new_evidence') && newEvidenceFor.length === 0) throw invalid('newEvidenceFor', 'required');
  const types = await findTypesOnAppeal(trx, decision.id, now);
  const keys = (await requirementsOf(trx, [decision.case_id]))
    .filter(({ claim_type }) => types.includes(claim_type))
    .map(({ key }) => key);
  const unknown = newEvidenceFor.findIndex((key) => !keys.includes(key));
  if (unknown >= 0) throw invalid(`newEvidenceFor.${unknown}`, 'unknown_requirement');
  return [...new Set(newEvidenceFor)];
}

/** Null without new evidence. */
async function openEvidenceCase(
  trx: Trx,
  app: App,
  found: Case,
  requirementKeys: readonly string[],
): Promise<string | null> {
  if (requirementKeys.length === 0) return null;
  // A service that was removed and selected again has another selection than its case.
  const selected = await findActiveSelection(trx, found.provider_id, found.category_key);
  if (!selected) throw refused({ field: 'newEvidenceFor', code: 'service_not_selected' });
  if (selected.versionId !== found.requirement_version_id)
    throw refused({ field: 'newEvidenceFor', code: 'requirements_changed' });
  const other = await lockOpenCases(trx, { providerId: found.provider_id, categoryKey: found.category_key });
  // A review stands beside it, in whichever order they open: operators must not keep new evidence out.
  if (other.some((one) => one.kind !== 'review' && stateAt(one, app.now()) !== 'expired'))
    throw refused({ field: 'newEvidenceFor', code: 'open_case_exists' });
  const opened = await openCase(trx, app, {
    providerId: found.provider_id,
    categoryKey: found.category_key,
    selectionId: selected.id,
    requirementVersionId: found.requirement_version_id,
    kind: 'review',
    reviewedCaseId: found.id,
    cause: 'appeal',
    requirementKeys,
  });
  if (!opened) throw refused({ field: 'newEvidenceFor', code: 'open_case_exists' });
  return opened.id;
}

type Submitted = { body: Body; evidenceCaseId: string | null; submitterId: string };

function appealValues(app: App, decision: DecisionRow, { body, evidenceCaseId, submitterId }: Submitted) {
  const now = app.now();
  return {
    id: app.newId(),
    case_id: decision.case_id,
    decision_id: decision.id,
    appealed_decider_id: decision.decider_id,
    grounds: [...new Set(body.grounds)],
    statement: body.statement,
    evidence_case_id: evidenceCaseId,
    evidence_due_at: evidenceCaseId ? evidenceDueAt(now) : null,
    submitted_by: submitterId,
    submitted_at: now,
  };
}

function refused(error: FieldError<'state-conflict'>): Problem {
  return new Problem('state-conflict', undefined, { errors: [error] });
}
