import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { assertApproversRemain } from '../../people/assert-approvers-remain.ts';
import { assertTwoSecurityRemain } from '../../people/assert-not-last-security.ts';
import { lockPerson } from '../../people/persons.ts';
import { assertAuditorRemains } from './assert-auditor-remains.ts';
import { assertNotOneself } from './assert-not-oneself.ts';
import { revokeFrom } from './change-role.ts';
import { notifyOfRevokedRole, notifyOfRole } from './notify-of-role.ts';
import { OperatorRoleChange, OperatorRoleParams } from './schema.ts';

export const deleteOperatorRole = route(
  {
    method: 'delete',
    path: '/operations/operators/{userId}/roles/{role}',
    summary: 'Delete a role of an operator',
    description:
      'Takes effect with the next request of the person. The reason is in the body. Nobody revokes a role of their own, two operators who can use the role `security` keep it, an auditor remains besides whoever revokes that role, and three who can approve roles remain. A role that the person does not have changes nothing. The person and everybody who can approve roles get a notification.',
    access: 'identity.roles.manage',
    limit: 'privileged-operation',
    params: OperatorRoleParams,
    body: OperatorRoleChange,
    responds: { status: 204 },
    problems: ['not-found', 'separation-of-duties', 'state-conflict'],
  },
  async (input, app) => {
    const { userId: personId, role } = input.params;
    assertNotOneself(input.actor, personId);
    return app.db.transact(async (trx) => {
      if (!(await lockPerson(trx, personId))) throw notFound();
      const changed = await revokeFrom(trx, { personId, role, now: app.now() });
      if (changed) {
        if (role === 'security') await assertTwoSecurityRemain(trx, app);
        if (role === 'auditor') await assertAuditorRemains(trx, input.actor.userId, app.now());
        await assertApproversRemain(trx, { personId, roles: [role] }, app);
        await notifyOfRole(trx, personId, { change: 'revoked', role });
        await notifyOfRevokedRole(trx, { personId, role });
        await audit(trx, input, {
          objectType: 'person',
          objectId: personId,
          reason: input.body.reason,
          before: { role },
        });
      }
      return reply(undefined, { changed });
    });
  },
);
