import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { lockAssignment } from '../../from-other-services/representatives/assignments-of-person.ts';
import { chooseWorkspace, findWorkspace } from '../../sessions/workspace-of-session.ts';
import { AccountWorkspace, AccountWorkspaceUpdate } from '../profile/schema.ts';

export const putAccountWorkspace = route(
  {
    method: 'put',
    path: '/account/workspace',
    summary: 'Select a workspace',
    description:
      'For representatives of several providers, or of one that replaces another. The selection belongs to the session and applies from the next request until you select another provider or the session ends. If you stop representing the selected provider, or any provider in a session without a selection, requests of the workspace return 409 `ambiguous-assignment` until you select again, also with one provider left. `GET /account/profile` lists your providers. A provider that you do not represent returns 404.',
    access: 'session',
    limit: 'profile-mutation',
    body: AccountWorkspaceUpdate,
    responds: { status: 200, body: AccountWorkspace },
    problems: ['not-found'],
  },
  async (input, { db }) => {
    const { userId, sessionId } = input.actor;
    const { providerId } = input.body;
    return db.transact(async (trx) => {
      const assignment = await lockAssignment(trx, { userId, providerId });
      if (!assignment) throw notFound();
      const before = await findWorkspace(trx, sessionId);
      if (!(await chooseWorkspace(trx, sessionId, assignment.id))) throw new Problem('unauthenticated');
      await audit(trx, input, {
        objectType: 'session',
        objectId: sessionId,
        before: { providerId: before ?? null },
        after: { providerId },
      });
      return { providerId, role: assignment.role };
    });
  },
);
