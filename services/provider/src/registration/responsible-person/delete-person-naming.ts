import { notFound } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import { audit, route } from '../../app.ts';
import { deleteNaming } from '../../provider-record/claim-subjects.ts';
import { assertStillRepresents, lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { declineNaming, findNaming } from './queries.ts';

export const deletePersonNaming = route(
  {
    method: 'delete',
    path: '/provider-workspace/me/responsible-person/naming',
    summary: 'Delete a naming that waits',
    description:
      'Whoever was named as person responsible declines it: nothing changes, nobody is told, and for everybody else the naming waits until its 7 days are over. Owners withdraw the naming of somebody else, also one that has expired.',
    access: 'session',
    permissions: ['provider.representatives.manage'],
    scope: 'workspace',
    limit: 'profile-mutation',
    responds: { status: 204 },
    problems: ['forbidden', 'not-found'],
  },
  async (input, app) => {
    const { actor, providerId } = input;
    await app.db.transact(async (trx) => {
      await lockOpenProvider(trx, input);
      const naming = await findNaming(trx, providerId);
      const isOwn = naming?.user_id === actor.userId;
      if (!isOwn) await assertStillRepresents(trx, withPermission(input, 'provider.representatives.manage'));
      const at = app.now();
      if (!naming || (isOwn && (naming.declined_at || naming.expires_at <= at))) throw notFound();
      if (isOwn) await declineNaming(trx, naming.subject_id, at);
      else await deleteNaming(trx, { providerId });
      await audit(trx, input, {
        objectType: 'provider',
        objectId: providerId,
        before: { namingId: naming.subject_id },
        after: { state: isOwn ? 'declined' : 'withdrawn' },
      });
    });
  },
);
