import { sessionRevoked } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/outbox';
import { audit, route } from '../app.ts';
import { revokeSession } from './queries.ts';

export const logout = route(
  {
    method: 'post',
    path: '/auth/logout',
    summary: 'End the present session',
    access: 'session',
    responds: { status: 204 },
  },
  async (input, { db }) => {
    const { sessionId } = input.actor;
    await db.transact(async (trx) => {
      if (!(await revokeSession(trx, sessionId, 'logout'))) return;
      await emit(trx, sessionRevoked, { sessionId });
      await audit(trx, input, { action: 'logout', objectType: 'session', objectId: sessionId });
    });
  },
);
