import { SessionId } from '@trust/contracts/fields';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../app.ts';
import { endSession } from './end-session.ts';
import { deleteDeviceOfSession } from './known-devices/queries.ts';
import { ownsSession } from './queries.ts';

export const deleteSession = route(
  {
    method: 'delete',
    path: '/auth/sessions/{sessionId}',
    summary: 'Delete one of your sessions',
    description: 'The device of that session is no longer a known device.',
    access: 'session',
    params: z.object({ sessionId: SessionId }),
    responds: { status: 204 },
    problems: ['not-found'],
  },
  async (input, { db, now }) => {
    const { sessionId } = input.params;
    await db.transact(async (trx) => {
      const isOwn = await ownsSession(trx, sessionId, input.actor.userId);
      if (!isOwn || !(await endSession(trx, sessionId, 'ended_by_owner', now()))) throw notFound();
      await deleteDeviceOfSession(trx, sessionId);
      await audit(trx, input, { objectType: 'session', objectId: sessionId });
    });
  },
);
