import type { Actor } from '@trust/contracts/actor';
import { Reason } from '@trust/contracts/values/free-text';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import { z } from 'zod';
import { type App, audit, command, type Trx } from '../../app.ts';
import { announceAwaited } from '../effects/announce-changes.ts';
import { applyEffects } from '../effects/effects.ts';
import { endCorrection } from '../effects/queries.ts';
import { addEntry } from '../effects/timeline-entry.ts';
import { lockAssignedCase } from '../record/lock-assigned-case.ts';
import { moveCase } from '../record/move-case.ts';
import { CaseParams } from '../record/params.ts';
import { findCase } from '../record/queries.ts';
import { hasAllEvidence } from '../record/requirements.ts';
import { correctionBody } from './create-correction-request.ts';
import { correctionsOf, restoreMarkedEvidence } from './queries.ts';
import { CorrectionRequest } from './schema.ts';
import { correctionStateAt } from './transitions.ts';

type Asking = { actor: Actor; params: { caseId: string; correctionRequestId: string } };

export const withdrawCorrectionRequest = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/correction-requests/{correctionRequestId}/withdraw',
    summary: 'Withdraw a correction request',
    description:
      'For the assignee of the duty that requested it, while it is open. Marked requirements without new evidence get their earlier evidence back, and its checks count again. The case goes back to `in_review` if no requirement lacks evidence. Final marks of the request no longer apply.',
    access: 'session',
    permissions: ['verification.cases.review', 'verification.cases.decide'],
    limit: 'privileged-operation',
    params: CaseParams.extend({ correctionRequestId: z.uuid().describe('Identifier of the correction request.') }),
    body: z
      .strictObject({
        reason: Reason.meta({
          description: 'Why, for the audit log: 10 to 500 characters.',
          examples: ['The register confirms the number.'],
        }),
      })
      .meta({ id: 'CorrectionRequestWithdraw' }),
    responds: { status: 200, body: CorrectionRequest },
    problems: ['forbidden', 'not-found', 'taken', 'invalid-transition', 'state-conflict', 'separation-of-duties'],
    acts: { on: 'correction', as: 'withdraw_correction' },
    rule: lockOpenRequest,
  },
  async (input, app, trx, { found, request }) => {
    const { body } = input;
    const now = app.now();
    await endCorrection(trx, found.id, 'withdrawn', now);
    await restoreMarkedEvidence(trx, request.id);
    await addEntry(trx, app, found, { type: 'case_correction_withdrawn', status: 'withdrawn' });
    const isComplete = await hasAllEvidence(trx, found.id);
    if (isComplete) await applyEffects(trx, app, [await moveCase(trx, found, 'in_review', now)]);
    else await announceAwaited(trx, found, now);
    await audit(trx, withPermission(input, `verification.cases.${request.duty === 'decide' ? 'decide' : 'review'}`), {
      objectType: 'verification_case',
      objectId: found.id,
      reason: body.reason,
      before: { state: found.state, correctionRequestId: request.id },
      after: { state: isComplete ? 'in_review' : found.state, correction: 'withdrawn' },
    });
    return await correctionBody(trx, found.id, request.id, now);
  },
);

/** For the assignee of the duty that requested it; 404 for everybody else (promise D2). */
async function lockOpenRequest({ actor, params }: Asking, app: App, trx: Trx) {
  const now = app.now();
  const { permissions } = actor;
  if (!permissions.includes('verification.cases.review') && !permissions.includes('verification.cases.decide'))
    throw new Problem('forbidden');
  const isOfCase = await findCase(trx, params.caseId);
  const request = isOfCase && (await findRequest(trx, params));
  if (!request) throw notFound();
  const found = await lockAssignedCase(trx, params.caseId, actor, request.duty, now);
  // The request may have ended before the lock.
  const locked = await findRequest(trx, params);
  const state = locked ? correctionStateAt(locked, now) : 'withdrawn';
  if (state !== 'open')
    throw new Problem('invalid-transition', {
      en: `The correction request is \`${state}\`. Only an open one can be withdrawn.`,
      fr: `La demande de correction est dans l’état \`${state}\`. Seule une demande ouverte peut être retirée.`,
    });
  return { found, request };
}

async function findRequest(trx: Trx, { caseId, correctionRequestId }: Asking['params']) {
  return (await correctionsOf(trx, [caseId])).find(({ id }) => id === correctionRequestId);
}
