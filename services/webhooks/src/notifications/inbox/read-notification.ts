import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { findOwnNotification, markRead, takeChange } from './inbox.ts';
import { notificationView } from './notification-view.ts';
import { Notification } from './schema.ts';

export const readNotification = route(
  {
    method: 'post',
    path: '/notifications/{notificationId}/read',
    summary: 'Mark a notification as read',
    description: 'Marking it again changes nothing.',
    access: 'session',
    limit: 'notification-mutation',
    params: z.object({ notificationId: z.uuid().describe('Identifier of the notification.') }),
    responds: { status: 200, body: Notification },
    problems: ['not-found'],
  },
  async (input, app) => {
    const { actor, params, request } = input;
    const view = { ...app, language: request.language };
    return app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const found = await findOwnNotification(trx, params.notificationId, actor.userId);
        if (!found) throw notFound();
        if (found.read_at) return reply(notificationView(found, view), { changed: false });
        const at = app.now();
        const change = await takeChange(trx, actor.userId);
        await markRead(trx, { userId: actor.userId, at, change }, { id: found.id });
        await audit(trx, input, { objectType: 'notification', objectId: found.id });
        return reply(notificationView({ ...found, read_at: at }, view));
      }),
    );
  },
);
