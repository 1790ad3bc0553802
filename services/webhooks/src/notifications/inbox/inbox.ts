import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Notification } from '../../db/schema.ts';
import { catalogue, templatesOf } from '../../messages/catalogue.ts';
import { type NotificationGroup, notificationGroups } from '../../messages/groups.ts';

export type NotificationRow = Selectable<Notification>;

type Position = { at: Date; id: string };

type Change = { change: string; id: string };

type Listed = { userId: string; group: NotificationGroup | undefined; limit: number };

/** Locks the inbox until commit, so that changes become visible in their order. */
export async function takeChange(trx: Trx, userId: string): Promise<string> {
  const { last_change } = await trx
    .insertInto('person_inbox')
    .values({ user_id: userId, last_change: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ last_change: sql`person_inbox.last_change + 1` }),
    )
    .returning('last_change')
    .executeTakeFirstOrThrow();
  return last_change;
}

export async function findLastChange(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('person_inbox')
    .select('last_change')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.last_change ?? '0';
}

/** Newest first. */
export function findNotifications(
  db: Db,
  { userId, group, before, limit }: Listed & { before: Position | undefined },
): Promise<NotificationRow[]> {
  return db
    .selectFrom('notification')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(group !== undefined, (query) => query.where('template', 'in', group ? templatesOf(group) : []))
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(before?.at ?? new Date(0), before?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** New or read after a change, in the order of changes. */
export function findChangedNotifications(
  db: Db,
  { userId, group, after, limit }: Listed & { after: Change },
): Promise<NotificationRow[]> {
  return db
    .selectFrom('notification')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(group !== undefined, (query) => query.where('template', 'in', group ? templatesOf(group) : []))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('change', 'id'), '>', tuple(after.change, after.id)))
    .orderBy('change')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type Counts = { unreadCount: number; groups: { group: NotificationGroup; unreadCount: number }[] };

/** Every group is listed. */
export async function countUnread(db: Db, userId: string): Promise<Counts> {
  const rows = await db
    .selectFrom('notification')
    .select(['template', sql<number>`count(*)::int`.as('unread')])
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .groupBy('template')
    .execute();
  const unreadOf = (group: NotificationGroup) =>
    rows
      .filter(({ template }) => catalogue[template as NotificationTemplate].group === group)
      .reduce((sum, { unread }) => sum + unread, 0);
  const groups = notificationGroups.map((group) => ({ group, unreadCount: unreadOf(group) }));
  return { unreadCount: groups.reduce((sum, { unreadCount }) => sum + unreadCount, 0), groups };
}

export function findOwnNotification(trx: Trx, id: string, userId: string): Promise<NotificationRow | undefined> {
  return trx
    .selectFrom('notification')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

type Read = { userId: string; at: Date; change: string };

/** Leaves read ones as they are. Returns how many it marked. */
export async function markRead(
  trx: Trx,
  { userId, at, change }: Read,
  { id, group, until }: { id?: string; group?: NotificationGroup | undefined; until?: Date },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('notification')
    .set({ read_at: at, change })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(group !== undefined, (query) => query.where('template', 'in', group ? templatesOf(group) : []))
    .$if(until !== undefined, (query) => query.where('created_at', '<=', until ?? at))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
