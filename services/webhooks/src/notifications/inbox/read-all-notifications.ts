import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { audit, route } from '../../app.ts';
import { countUnread, markRead, takeChange } from './inbox.ts';
import { NotificationCounts, NotificationsReadAll } from './schema.ts';

export const readAllNotifications = route(
  {
    method: 'post',
    path: '/notifications/read-all',
    summary: 'Mark your notifications as read',
    description:
      'All, or those of one group. With `latestCreatedAt`, only those created at that time or before: send the `createdAt` of the newest one that you show, so that one that arrives meanwhile stays unread.',
    access: 'session',
    limit: 'notification-mutation',
    body: NotificationsReadAll,
    responds: { status: 200, body: NotificationCounts },
  },
  async (input, { db, now }) => {
    const { userId } = input.actor;
    const { group, latestCreatedAt } = input.body;
    return db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const change = await takeChange(trx, userId);
        const read = { userId, at: now(), change };
        const marked = await markRead(trx, read, {
          group,
          ...(latestCreatedAt && { until: new Date(latestCreatedAt) }),
        });
        if (marked > 0)
          await audit(trx, input, { objectType: 'inbox', objectId: userId, after: { marked, group: group ?? null } });
        return reply(await countUnread(trx, userId), { changed: marked > 0 });
      }),
    );
  },
);
