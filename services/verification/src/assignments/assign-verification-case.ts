import type { Actor } from '@trust/contracts/actor';
import { caseDuties } from '@trust/contracts/events/verification';
import { Reason } from '@trust/contracts/free-text';
import { once } from '@trust/service-kit/http/idempotency';
import { conflict, notFound, Problem } from '@trust/service-kit/http/problem';
import { reply } from '@trust/service-kit/http/reply';
import { z } from 'zod';
import { type App, audit, route, type Trx } from '../app.ts';
import { startAppeal } from '../appeals/change-appeal.ts';
import { type Case, lockCase } from '../cases/queries.ts';
import { CaseParams, OperatorCase } from '../cases/schema.ts';
import { stateAt } from '../cases/transitions.ts';
import { toOperatorCase } from '../cases/views.ts';
import { canSeeCase, casePermissions } from '../cases/visibility.ts';
import type { CaseDuty } from '../db/schema.ts';
import { assertNotOwnProvider, mapDutyErrors, permissionNotYetKnown, withPermission } from '../duties.ts';
import { assertNotFrozen } from '../emergency-actions/assert-not-frozen.ts';
import { lockAssignee } from '../operators/queries.ts';
import { announceDuties } from './announce-duties.ts';
import { defaultDuty, permissionFor, permittedDuties, stateFor } from './duty.ts';
import { activeAssignments, assigneeOf, countUnfinishedCases, endAssignment, insertAssignment } from './queries.ts';

const NewAssignment = z
  .strictObject({ assigneeId: z.uuid().optional(), duty: z.enum(caseDuties).optional(), reason: Reason })
  .meta({ id: 'CaseAssign' });

export const assignVerificationCase = route(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/assign',
    summary: 'Assign a duty of a case',
    description:
      'A case has the duties `review` (while it is `in_review`), `decide` (while it is `recommended`) and `appeal` (while it is `under_appeal`), held by different people. With `verification.cases.review`, `verification.cases.decide` or `verification.appeals.review` you can claim an unassigned duty for yourself. With `verification.cases.assign` you can assign anyone who has that permission and no conflict of interest, replacing the current assignee. An operator has unfinished duties in at most 10 open cases (a setting). Without `duty`, the duty that matches the assignee’s permission is assigned. The previous assignee loses access to the evidence.',
    access: 'session',
    permissions: casePermissions,
    limit: 'privileged-operation',
    params: CaseParams,
    body: NewAssignment,
    responds: { status: 200, body: OperatorCase },
    problems: ['forbidden', 'not-found', 'state-conflict', 'separation-of-duties'],
  },
  (input, app) =>
    app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const { actor, body } = input;
        const assigneeId = body.assigneeId ?? actor.userId;
        const isSelf = assigneeId === actor.userId;
        assertCanAssign(actor, assigneeId, body.duty);
        const known = permittedDuties(await lockAssignee(trx, assigneeId));
        const now = app.now();
        const { found, before } = await lockVisible(trx, input.params.caseId, actor, now);

        const state = stateAt(found, now);
        // The actor's assertion may be newer than the event with their permissions.
        const permitted = isSelf ? permittedDuties(actor.permissions) : known;
        const duty = body.duty ?? defaultDuty(permitted, state);
        if (!duty || !known.includes(duty)) throw missingPermission(isSelf);
        const current = assigneeOf(before, duty);
        const canReassign = actor.permissions.includes('verification.cases.assign');
        if (current !== undefined && current !== actor.userId && !canReassign) throw notFound();
        assertAssignable(duty, { state, current, assigneeId });
        await assertCapacity(trx, app, assigneeId);

        await mapDutyErrors(async () => {
          await endAssignment(trx, { caseId: found.id, duty }, now);
          await insertAssignment(trx, {
            id: app.newId(),
            case_id: found.id,
            duty,
            assignee_id: assigneeId,
            assigned_by: actor.userId,
            reason: body.reason,
            assigned_at: now,
          });
        });
        if (duty === 'appeal') await startAppeal(trx, app, found);
        await announceDuties(trx, app, found);
        const isClaim = isSelf && current === undefined;
        await audit(trx, withPermission(input, isClaim ? permissionFor[duty] : 'verification.cases.assign'), {
          objectType: 'verification_case',
          objectId: found.id,
          reason: body.reason,
          before: { duty, assigneeId: current ?? null },
          after: { duty, assigneeId },
        });
        return reply(await toOperatorCase(trx, found, now), { status: 200 });
      }),
    ),
);

/** Before the case is read, so that 403 does not disclose whether it exists. */
function assertCanAssign({ userId, permissions }: Actor, assigneeId: string, duty: CaseDuty | undefined): void {
  const own = permittedDuties(permissions);
  const isAllowed =
    assigneeId === userId
      ? duty === undefined
        ? own.length > 0
        : own.includes(duty)
      : permissions.includes('verification.cases.assign');
  if (!isAllowed) throw new Problem('forbidden');
}

async function lockVisible(trx: Trx, caseId: string, actor: Actor, now: Date) {
  const found = await lockCase(trx, caseId);
  if (!found) throw notFound();
  const before = await activeAssignments(trx, caseId);
  assertNotOwnProvider(actor, found.provider_id);
  if (!canSeeCase(actor, found, before)) throw notFound();
  await assertNotFrozen(trx, found.id, now);
  return { found, before };
}

function missingPermission(isSelf: boolean): Problem {
  if (isSelf) return permissionNotYetKnown();
  return new Problem('state-conflict', undefined, { errors: [{ field: 'assigneeId', code: 'permission_missing' }] });
}

function assertAssignable(
  duty: CaseDuty,
  { state, current, assigneeId }: { state: Case['state']; current: string | undefined; assigneeId: string },
): void {
  if (state !== stateFor[duty])
    throw conflict({
      en: `The case is \`${state}\`. The duty \`${duty}\` can be assigned while the case is \`${stateFor[duty]}\`.`,
      fr: `Le dossier est dans l’état \`${state}\`. La tâche \`${duty}\` s’attribue dans l’état \`${stateFor[duty]}\`.`,
    });
  if (current === assigneeId)
    throw conflict({
      en: 'This person is already assigned to the duty.',
      fr: 'Cette personne est déjà chargée de cette tâche.',
    });
}

async function assertCapacity(trx: Trx, { casesPerOperator: maximum, now }: App, assigneeId: string): Promise<void> {
  if ((await countUnfinishedCases(trx, assigneeId, now())) < maximum) return;
  throw new Problem('state-conflict', undefined, { errors: [{ field: 'assigneeId', code: 'workload_full', maximum }] });
}
