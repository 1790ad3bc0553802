import { conflict, invalid, notFound, type Problem } from '@trust/service-kit/problems/problem';
import { audit, command, type Trx } from '../../app.ts';
import { lockPerson } from '../../people/persons.ts';
import { findRoles } from '../../people/roles.ts';
import { assertNotOneself } from '../roles/assert-not-oneself.ts';
import { findWorkName, isWorkNameTaken } from '../roles/queries.ts';
import { workNameTaken } from '../roles/work-name-taken.ts';
import { expireRequests, insertRequest, isNamedOtherwise } from './queries.ts';
import { requestView } from './request-view.ts';
import { RoleRequest, RoleRequestCreate } from './schema.ts';
import { lifetimeMs } from './states.ts';

export const createRoleRequest = command(
  {
    method: 'post',
    path: '/operations/role-requests',
    summary: 'Request a role for an operator',
    description:
      'Two other operators must approve it within 72 hours; none of the three is the person who gets the role. The first role makes an account an operator, and comes with a work name.',
    access: 'identity.roles.manage',
    limit: 'privileged-operation',
    body: RoleRequestCreate,
    responds: { status: 200, body: RoleRequest },
    problems: ['not-found', 'separation-of-duties', 'state-conflict'],
  },
  async (input, { now, newId }, trx) => {
    const { userId: personId, role, workName, reason } = input.body;
    assertNotOneself(input.actor, personId);
    if (!(await lockPerson(trx, personId))) throw notFound();
    if ((await findRoles(trx, personId)).includes(role)) throw hasRole();
    const at = now();
    await assertWorkName(trx, { personId, role, workName, at });
    await expireRequests(trx, { personId, role }, at);
    const row = await insertRequest(trx, {
      id: newId(),
      person_id: personId,
      role,
      reason,
      work_name: workName ?? null,
      requested_by: input.actor.userId,
      requested_at: at,
      expires_at: new Date(at.getTime() + lifetimeMs),
    });
    if (!row) throw isPending();
    await audit(trx, input, { objectType: 'role_request', objectId: row.id, reason, after: { personId, role } });
    return requestView({ ...row, current_work_name: await findWorkName(trx, personId) }, [], at);
  },
);

type Named = { personId: string; role: string; workName: string | undefined; at: Date };

/** Everybody with a role has one, and keeps it: records name people by it. */
async function assertWorkName(trx: Trx, { personId, role, workName, at }: Named): Promise<void> {
  if ((await findWorkName(trx, personId)) !== null) {
    if (workName !== undefined) throw invalid('workName', 'not_allowed');
  } else if (workName === undefined) throw invalid('workName', 'required');
  else if (await isNamedOtherwise(trx, { personId, role, workName, at })) throw namedOtherwise();
  else if (await isWorkNameTaken(trx, workName)) throw workNameTaken();
}

function namedOtherwise(): Problem {
  return invalid('workName', 'not_allowed', {
    en: 'Another role is requested for the person with another work name. Use that name, or have that request rejected first.',
    fr: 'Un autre rôle est demandé pour cette personne avec un autre nom de travail. Reprenez ce nom, ou faites d’abord rejeter cette demande.',
  });
}

function hasRole(): Problem {
  return conflict({
    en: 'The person has this role already.',
    fr: 'Cette personne a déjà ce rôle.',
  });
}

function isPending(): Problem {
  return conflict({
    en: 'This role is already requested for the person. Wait for the decisions, or for the end of the request.',
    fr: 'Ce rôle est déjà demandé pour cette personne. Attendez les décisions ou la fin de la demande.',
  });
}
