import { reply } from '@trust/service-kit/http/reply';
import { audit, route } from '../app.ts';
import { endSession } from './end-session.ts';
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts';

export const logout = route(
  {
    method: 'post',
    path: '/auth/logout',
    summary: 'Sign out',
    description:
      'Ends the current session. Its access and refresh tokens stop working within one second. Other sessions continue.',
    access: 'session',
    idempotency: 'own',
    responds: { status: 204 },
  },
  async (input, { db, now }) => {
    const { sessionId } = input.actor;
    const changed = await db.transact(async (trx) => {
      if (!(await endSession(trx, sessionId, 'logout', now()))) return false;
      await audit(trx, input, { objectType: 'session', objectId: sessionId });
      return true;
    });
    return reply(undefined, { changed, headers: readSessionCookie(input.request) ? clearSessionCookie : {} });
  },
);
