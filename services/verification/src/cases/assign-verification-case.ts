import type { Actor } from '@trust/contracts/actor';
import { caseChanged } from '@trust/contracts/events/verification';
import { Reason } from '@trust/contracts/free-text';
import { once } from '@trust/service-kit/idempotency';
import { emit } from '@trust/service-kit/outbox';
import { conflict, notFound, Problem } from '@trust/service-kit/problem';
import { reply } from '@trust/service-kit/reply';
import { z } from 'zod';
import { audit, route } from '../app.ts';
import { keepingDutiesApart, refuseOwnProvider, under } from '../duties.ts';
import { caseFacts } from './move-case.ts';
import { insertAssignment, lockCase, updateCase } from './queries.ts';
import { CaseParams, OperatorCase } from './schema.ts';
import { stateAt } from './transitions.ts';
import { operatorCase } from './views.ts';

export const assignVerificationCase = route(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/assign',
    summary: 'Take an unassigned case for oneself, or assign it to a reviewer',
    description:
      '`verification.cases.review` takes a case that nobody has for oneself; `verification.cases.assign` gives any case in review to anybody who does not stand with the provider.',
    access: 'session',
    limit: 'privileged-operation',
    params: CaseParams,
    body: z.strictObject({ assigneeId: z.uuid().optional(), reason: Reason }).meta({ id: 'CaseAssign' }),
    responds: { status: 200, body: OperatorCase },
    problems: ['forbidden', 'not-found', 'state-conflict', 'separation-of-duties'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const { actor, body } = input;
        const assigneeId = body.assigneeId ?? actor.userId;
        const { mayClaim, mayGive } = powersOf(actor, assigneeId);
        if (!mayClaim && !mayGive) throw new Problem('forbidden');
        const found = await lockCase(trx, input.params.caseId);
        const isTaken = found?.reviewer_id != null && found.reviewer_id !== actor.userId;
        if (!found || (isTaken && !mayGive)) throw notFound();
        refuseOwnProvider(actor, found.provider_id);
        const now = app.now();
        const state = stateAt(found, now);
        if (state !== 'in_review')
          throw conflict({
            en: `The case is \`${state}\`: only one that is \`in_review\` has a reviewer assigned.`,
            fr: `Le dossier est dans l’état \`${state}\` : seul un dossier \`in_review\` reçoit un examinateur.`,
          });
        if (found.reviewer_id === assigneeId)
          throw conflict({
            en: 'The case is assigned to that reviewer already. There is nothing to do.',
            fr: 'Le dossier est déjà attribué à cet examinateur. Il n’y a rien à faire.',
          });

        const assigned = await keepingDutiesApart(async () => {
          await insertAssignment(trx, {
            id: app.newId(),
            case_id: found.id,
            assignee_id: assigneeId,
            assigned_by: actor.userId,
            reason: body.reason,
            assigned_at: now,
          });
          return updateCase(trx, found, { reviewer_id: assigneeId });
        });
        await emit(trx, caseChanged, await caseFacts(trx, assigned, now));
        const permission = mayClaim && !isTaken ? 'verification.cases.review' : 'verification.cases.assign';
        await audit(trx, under(input, permission), {
          action: 'assignVerificationCase',
          objectType: 'verification_case',
          objectId: found.id,
          reason: body.reason,
          before: { reviewerId: found.reviewer_id },
          after: { reviewerId: assigneeId },
        });
        const language = input.request.language;
        return reply(await operatorCase(trx, assigned, { language, now }), { status: 200 });
      }),
    ),
);

/** Claiming is for reviewers, of a case that nobody has; giving is for who assigns, but to oneself only as a reviewer. */
function powersOf({ userId, permissions }: Actor, assigneeId: string) {
  const forOneself = assigneeId === userId;
  const isReviewer = permissions.includes('verification.cases.review');
  const mayAssign = permissions.includes('verification.cases.assign');
  return { mayClaim: forOneself && isReviewer, mayGive: mayAssign && (!forOneself || isReviewer) };
}
