import type { OperatorRole } from '@trust/contracts/permissions';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, command, type Trx } from '../../app.ts';
import { lockPerson } from '../../people/persons.ts';
import { grantTo, nameOperator } from '../roles/change-role.ts';
import { notifyOfRole } from '../roles/notify-of-role.ts';
import { findWorkName } from '../roles/queries.ts';
import {
  endRequest,
  findApprovals,
  findPersonOfRequest,
  insertApproval,
  lockRequest,
  type RoleRequestRow,
} from './queries.ts';
import { requestView } from './request-view.ts';
import { RoleApprovalCreate, RoleRequest, RoleRequestParams } from './schema.ts';
import { type Decision, outcomeOf } from './states.ts';

export const createRoleApproval = command(
  {
    method: 'post',
    path: '/operations/role-requests/{roleRequestId}/approvals',
    summary: 'Approve or reject a requested role',
    description:
      'Neither the requester nor the person who would get the role decides, and each operator decides once. With the second approval the person has the role from the next request on; their sessions as a member end, because sessions of operators are shorter, and they get a notification. One rejection ends the request. An operator whose role was requested decides after 24 hours.',
    access: 'identity.roles.approve',
    limit: 'privileged-operation',
    params: RoleRequestParams,
    body: RoleApprovalCreate,
    responds: { status: 200, body: RoleRequest },
    problems: ['not-found', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
  },
  async (input, { now }, trx) => {
    const at = now();
    const { roleRequestId } = input.params;
    const { decision, reason } = input.body;
    const personId = await findPersonOfRequest(trx, roleRequestId);
    if (personId === undefined || !(await lockPerson(trx, personId))) throw notFound();
    const before = await lockRequest(trx, roleRequestId);
    if (!before) throw notFound();
    await insertApproval(trx, {
      request_id: before.id,
      person_id: before.person_id,
      requested_by: before.requested_by,
      approver_id: input.actor.userId,
      ...{ decision, reason, decided_at: at },
    }).catch(problemOf);
    const approvals = await findApprovals(trx, [before.id]);
    const after = await applyDecisions(
      trx,
      before,
      approvals.filter(({ stands }) => stands).map((approval) => approval.decision as Decision),
      at,
    );
    await audit(trx, input, {
      objectType: 'role_request',
      objectId: before.id,
      reason,
      before: { state: before.state },
      after: { state: after.state, decision, personId, role: before.role },
    });
    return requestView({ ...after, current_work_name: await findWorkName(trx, personId) }, approvals, at);
  },
);

async function applyDecisions(
  trx: Trx,
  request: RoleRequestRow,
  decisions: readonly Decision[],
  at: Date,
): Promise<RoleRequestRow> {
  const state = outcomeOf(decisions);
  if (state === 'pending') return request;
  const after = await endRequest(trx, request.id, { state, at });
  if (state !== 'granted') return after;
  const role = request.role as OperatorRole;
  const { person_id: personId, work_name: workName } = request;
  if (workName !== null) await nameOperator(trx, { personId, workName, now: at });
  const change = { personId, role, now: at, requestId: request.id };
  if ((await grantTo(trx, change)) !== undefined)
    await notifyOfRole(trx, request.person_id, { change: 'granted', role });
  return after;
}

/** Constraints of the table decide who may decide and when (promise T5). */
function problemOf(error: unknown): never {
  switch (brokenConstraint(error)) {
    case 'role_approval_not_by_requester':
    case 'role_approval_not_by_target':
      throw conflict(
        {
          en: 'You requested this role, or it is for you. Two other operators must decide.',
          fr: 'Vous avez demandé ce rôle, ou il vous est destiné. Deux autres personnes doivent décider.',
        },
        'separation-of-duties',
      );
    case 'role_approval_once_each':
      throw conflict(
        {
          en: 'You have already decided on this role. Another operator must decide next.',
          fr: 'Vous vous êtes déjà prononcé sur ce rôle. La décision suivante doit venir d’une autre personne.',
        },
        'separation-of-duties',
      );
    case 'role_approver_is_established':
      throw conflict({
        en: 'You got your role less than 24 hours ago. Another operator must decide.',
        fr: 'Vous avez votre rôle depuis moins de 24 heures. Une autre personne doit décider.',
      });
    case 'role_approval_open':
      throw new Problem('invalid-transition', {
        en: 'The request has ended. Request the role again if it is still needed.',
        fr: 'La demande est terminée. Demandez de nouveau ce rôle s’il est encore nécessaire.',
      });
    default:
      throw error;
  }
}
