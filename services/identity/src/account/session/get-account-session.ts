import type { Actor } from '@trust/contracts/actor';
import { type OperatorRole, representativePermissions } from '@trust/contracts/permissions';
import { hasFreshSignIn, stepUpSeconds } from '@trust/service-kit/actors/step-up';
import { workspaceOf } from '@trust/service-kit/actors/workspace-of';
import { Problem } from '@trust/service-kit/problems/problem';
import { type Db, route } from '../../app.ts';
import { findRoles } from '../../people/roles.ts';
import type { AuthenticatedBy } from '../../sessions/schema.ts';
import { AccountSession } from './schema.ts';

export const getAccountSession = route(
  {
    method: 'get',
    path: '/account/session',
    summary: 'Get your session',
    description:
      'What this session may do: roles, permissions, workspace, until when the sign-in is fresh, and when the session ends. Times change with each refresh and step-up.',
    access: 'session',
    responds: { status: 200, body: AccountSession },
  },
  async ({ actor }, { db, now }) => {
    const session = await findSession(db, actor.sessionId, now());
    // The session ended after its look-up.
    if (!session) throw new Problem('unauthenticated');
    const roles = session.kind === 'operator' ? ((await findRoles(db, actor.userId)) as OperatorRole[]) : [];
    const stepUpEndsAt = new Date((actor.authenticatedAt + stepUpSeconds) * 1000);
    return {
      id: actor.sessionId,
      userId: actor.userId,
      authenticatedBy: session.authenticated_by as AuthenticatedBy,
      authenticatedAt: new Date(actor.authenticatedAt * 1000).toISOString(),
      stepUp: {
        endsAt: hasFreshSignIn(actor, now()) ? stepUpEndsAt.toISOString() : null,
        needsPasskey: actor.needsPasskey === true,
      },
      endsAt: session.ends_at.toISOString(),
      idleEndsAt: (session.expires_at < session.ends_at ? session.expires_at : session.ends_at).toISOString(),
      operatorRoles: roles.sort(),
      permissions: actor.permissions,
      ...workspaceView(actor),
    };
  },
);

function workspaceView(actor: Actor): Pick<AccountSession, 'workspace' | 'workspaceProblem'> {
  try {
    const { providerId, role } = workspaceOf(actor, actor.assignments);
    return {
      workspace: { providerId, role, permissions: [...representativePermissions[role]] },
      workspaceProblem: null,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { workspace: null, workspaceProblem: error.slug as AccountSession['workspaceProblem'] };
  }
}

/** With the end of its newest refresh token. */
function findSession(db: Db, sessionId: string, now: Date) {
  return db
    .selectFrom('session')
    .innerJoin('refresh_token', 'refresh_token.session_id', 'session.id')
    .select(['kind', 'authenticated_by', 'ends_at', 'expires_at'])
    .where('session.id', '=', sessionId)
    .where('state', '=', 'active')
    .where('ends_at', '>', now)
    .where('rotated_at', 'is', null)
    .executeTakeFirst();
}
