import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { lockPerson } from '../../people/persons.ts';
import { grantTo } from './change-role.ts';
import { notifyOfRole } from './notify-of-role.ts';
import { assertNotOneself, rolesOf } from './roles-of.ts';
import { OperatorRoleChange, OperatorRoleParams, OperatorRoles } from './schema.ts';

export const putOperatorRole = route(
  {
    method: 'put',
    path: '/operations/operators/{userId}/roles/{role}',
    summary: 'Grant a role to an operator',
    description:
      'Takes effect with the next request of the person, whose sessions as a member end, because sessions of operators are shorter. The first role makes an account an operator. Nobody grants a role to themselves. A role that the person has changes nothing. The person gets a notification.',
    access: 'identity.roles.manage',
    limit: 'privileged-operation',
    params: OperatorRoleParams,
    body: OperatorRoleChange,
    responds: { status: 200, body: OperatorRoles },
    problems: ['not-found', 'separation-of-duties'],
  },
  async (input, { db, now }) => {
    const { userId: personId, role } = input.params;
    assertNotOneself(input.actor, personId);
    return db.transact(async (trx) => {
      if (!(await lockPerson(trx, personId))) throw notFound();
      const endedSessions = await grantTo(trx, { personId, role, now: now() });
      const changed = endedSessions !== undefined;
      if (changed) {
        await notifyOfRole(trx, personId, { change: 'granted', role });
        await audit(trx, input, {
          objectType: 'person',
          objectId: personId,
          reason: input.body.reason,
          after: { role, endedSessions },
        });
      }
      return reply(await rolesOf(trx, personId), { changed });
    });
  },
);
