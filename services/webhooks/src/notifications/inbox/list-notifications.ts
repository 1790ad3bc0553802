import { pageOf } from '@trust/service-kit/http/cursor';
import { invalid } from '@trust/service-kit/problems/problem';
import { type App, route } from '../../app.ts';
import { countUnread, findChangedNotifications, findLastChange, findNotifications } from './inbox.ts';
import { notificationView } from './notification-view.ts';
import { NotificationPage, NotificationQuery } from './schema.ts';

export const listNotifications = route(
  {
    method: 'get',
    path: '/notifications',
    summary: 'List your notifications',
    description:
      'Newest first, in the language of the request. With `since`, only those that are new or were read after the response that returned that value as `nextSince`, oldest change first. `groups` counts the unread ones of every group. Notifications are kept for a year.',
    access: 'session',
    query: NotificationQuery,
    responds: { status: 200, body: NotificationPage },
  },
  async ({ actor, query, request }, app) => {
    const { userId } = actor;
    const { limit, group, cursor, since } = query;
    const listed = { userId, group, limit: limit + 1 };
    const item = (row: Parameters<typeof notificationView>[0]) =>
      notificationView(row, { ...app, language: request.language });
    const paging = { limit, cursors: app.cursors, binding: request.binding, item };
    const counts = () => countUnread(app.db, userId);

    if (since !== undefined) {
      const [change, id] = cursor ? app.cursors.open(request.binding, cursor) : openSince(app, userId, since);
      const after = { change: String(change), id: String(id) };
      const rows = await findChangedNotifications(app.db, { ...listed, after });
      const page = pageOf(rows, { ...paging, positionOf: (row) => [row.change, row.id] });
      const last = rows.slice(0, limit).at(-1) ?? after;
      return { ...page, nextSince: sinceOf(app, userId, last), ...(await counts()) };
    }
    const [at, id, firstChange] = cursor ? app.cursors.open(request.binding, cursor) : [];
    const before = id === undefined ? undefined : { at: new Date(String(at)), id: String(id) };
    // Read before the list, and kept over its pages: nothing that happens meanwhile is missed.
    const change = firstChange === undefined ? await findLastChange(app.db, userId) : String(firstChange);
    const rows = await findNotifications(app.db, { ...listed, before });
    const page = pageOf(rows, { ...paging, positionOf: (row) => [row.created_at, row.id, change] });
    return { ...page, nextSince: sinceOf(app, userId, { change, id: lastId }), ...(await counts()) };
  },
);

/** After every notification of a change. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const sinceBinding = (userId: string) => `notifications since ${userId}`;

function openSince({ cursors }: App, userId: string, since: string): unknown[] {
  try {
    return cursors.open(sinceBinding(userId), since);
  } catch {
    throw invalid('since', 'cursor_invalid');
  }
}

function sinceOf({ cursors }: App, userId: string, { change, id }: { change: string; id: string }): string {
  return cursors.seal(sinceBinding(userId), [change, id]);
}
