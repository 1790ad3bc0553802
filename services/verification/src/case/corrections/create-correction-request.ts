import type { Actor } from '@trust/contracts/actor';
import { type CorrectionReason, isFinalReason } from '@trust/contracts/reasons/correction-reasons';
import { invalid, Problem } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import type { z } from 'zod';
import { type App, audit, command, type Trx } from '../../app.ts';
import { assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { lockOperator } from '../../from-other-services/operators.ts';
import { takenOrNotFound } from '../../holding/taken.ts';
import { applyEffects } from '../effects/effects.ts';
import { notifyProvider } from '../effects/notify-provider.ts';
import { addEntry } from '../effects/timeline-entry.ts';
import { assertRead, type Judged } from '../reading/unread.ts';
import { activeAssignments } from '../record/assignments.ts';
import { stateFor } from '../record/duty.ts';
import { moveCase } from '../record/move-case.ts';
import { CaseParams } from '../record/params.ts';
import { type Case, lockCase } from '../record/queries.ts';
import { detachEvidence, requirementsOf } from '../record/requirements.ts';
import { assertNotOwnProvider, mapDutyErrors } from '../record/separation-of-duties.ts';
import { correctionDueAt, stateAt } from '../record/transitions.ts';
import { correctionsOf, insertCorrection } from './queries.ts';
import { CorrectionRequest, CorrectionRequestCreate } from './schema.ts';
import { finalRequirements, toCorrectionRequest } from './views.ts';

type Marked = z.output<typeof CorrectionRequestCreate>['requirements'];

export const createCorrectionRequest = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/correction-requests',
    summary: 'Request a correction',
    description:
      'For the assigned reviewer of a case `in_review`, and for the assigned decider of a `recommended` case, which sends it back to its review. Marks single requirements; every other requirement keeps its evidence and checks. The case is `awaiting_correction` for 14 days and goes back to `in_review` when every marked requirement has new evidence. A final reason cannot be corrected by an upload: its requirement keeps its evidence and needs a failed check. At least one requirement must be fixable. You have read a marked document as a whole since you got the duty, unless it is only illegible or nobody may open it (`consent_missing`); else 409 `document-not-read`.',
    access: 'session',
    permissions: ['verification.cases.review', 'verification.cases.decide'],
    limit: 'privileged-operation',
    params: CaseParams,
    body: CorrectionRequestCreate,
    responds: { status: 201, body: CorrectionRequest, location: '/verification-cases/{caseId}' },
    problems: [
      'forbidden',
      'not-found',
      'taken',
      'invalid-transition',
      'state-conflict',
      'document-not-read',
      'separation-of-duties',
    ],
    acts: { on: 'case', as: 'request_correction' },
    rule: ({ actor, params }, app, trx) => lockCorrectable(trx, params.caseId, actor, app.now()),
  },
  async (input, app, trx, { found, duty }) => {
    const { actor, body } = input;
    const now = app.now();
    const items = await itemsOf(trx, found, body.requirements);
    await assertRead(trx, { caseId: found.id, userId: actor.userId }, readable(items), now);
    const id = app.newId();
    // The deadline of request and case is one value: the clock moves between two reads.
    const dueAt = correctionDueAt(now);
    await mapDutyErrors(() =>
      insertCorrection(
        trx,
        {
          id,
          case_id: found.id,
          duty,
          requested_by: actor.userId,
          reason: body.reason,
          requested_at: now,
          due_at: dueAt,
        },
        items,
      ),
    );
    await mark(trx, app, found, { items, dueAt });
    await audit(trx, withPermission(input, `verification.cases.${duty}`), {
      objectType: 'verification_case',
      objectId: found.id,
      reason: body.reason,
      before: { state: found.state },
      after: { state: 'awaiting_correction', correctionRequestId: id, requirements: items.length },
    });
    return await correctionBody(trx, found.id, id, now);
  },
);

/** 404 for everybody but the assignees of the review and the decision (promise D2). */
async function lockCorrectable(trx: Trx, caseId: string, actor: Actor, now: Date) {
  if (!(['verification.cases.review', 'verification.cases.decide'] as const).some((p) => actor.permissions.includes(p)))
    throw new Problem('forbidden');
  await lockOperator(trx, actor.userId);
  const found = await lockCase(trx, caseId);
  const assignments = found ? await activeAssignments(trx, caseId) : [];
  const own = assignments.filter((one) => one.assignee_id === actor.userId).map(({ duty }) => duty);
  if (!found || own.length === 0) throw await takenOrNotFound(trx, { caseId, actor, now });
  assertNotOwnProvider(actor, found.provider_id);
  await assertNotFrozen(trx, found.id, now);
  const state = stateAt(found, now);
  const duty = (['review', 'decide'] as const).find((one) => own.includes(one) && stateFor[one] === state);
  if (!duty)
    throw new Problem('invalid-transition', {
      en: `The case is \`${state}\`. A reviewer requests corrections while it is \`in_review\`, a decider while it is \`recommended\`.`,
      fr: `Le dossier est dans l’état \`${state}\`. Une correction se demande à l’état \`in_review\` par la personne qui examine, à l’état \`recommended\` par celle qui décide.`,
    });
  return { found, duty };
}

async function itemsOf(trx: Trx, found: Case, marked: Marked) {
  const requirements = await requirementsOf(trx, [found.id]);
  const finals = finalRequirements(await correctionsOf(trx, [found.id]));
  const items = marked.map(({ requirementKey, reasonCodes, text }, index) => {
    const requirement = requirements.find(({ key }) => key === requirementKey);
    const field = `requirements.${index}.requirementKey`;
    if (!requirement?.evidence_version_id) throw invalid(field, 'unknown_requirement');
    if (marked.findIndex((one) => one.requirementKey === requirementKey) !== index) throw invalid(field, 'duplicate');
    if (finals.has(requirementKey)) throw invalid(field, 'already_final');
    return {
      requirement_key: requirementKey,
      evidence_version_id: requirement.evidence_version_id,
      reason_codes: [...new Set(reasonCodes)],
      is_final: reasonCodes.some(isFinalReason),
      text,
    };
  });
  if (items.every(({ is_final }) => is_final)) throw invalid('requirements', 'nothing_fixable');
  return items;
}

const unreadable: readonly string[] = ['document_illegible', 'consent_missing'] satisfies CorrectionReason[];

/** A mark says what somebody saw; a document that nobody can or may read is marked unread (promise T2). */
function readable(items: Awaited<ReturnType<typeof itemsOf>>): Judged[] {
  return items.flatMap(({ evidence_version_id: evidenceVersionId, reason_codes }, index) =>
    reason_codes.every((code) => unreadable.includes(code))
      ? []
      : [{ field: `requirements.${index}.requirementKey`, evidenceVersionId }],
  );
}

type Marking = { items: Awaited<ReturnType<typeof itemsOf>>; dueAt: Date };

async function mark(trx: Trx, app: App, found: Case, { items, dueAt }: Marking): Promise<void> {
  const now = app.now();
  for (const { is_final, evidence_version_id } of items)
    if (!is_final) await detachEvidence(trx, found.id, evidence_version_id, now);
  const move = await moveCase(trx, found, 'awaiting_correction', now, {
    recommendation_id: null,
    recommender_id: null,
    correction_due_at: dueAt,
  });
  await applyEffects(trx, app, [move]);
  for (const { requirement_key: requirementKey } of items)
    await addEntry(trx, app, found, {
      type: 'case_correction_requested',
      status: 'awaiting_correction',
      requirementKey,
    });
  await notifyProvider(trx, found, 'correction_requested', {
    requirements: items.length,
    dueAt: dueAt.toISOString(),
  });
}

export async function correctionBody(trx: Trx, caseId: string, id: string, now: Date) {
  const request = (await correctionsOf(trx, [caseId])).find((one) => one.id === id);
  if (!request) throw new Error(`Correction request ${id} was written and cannot be read.`);
  return toCorrectionRequest(request, now);
}
