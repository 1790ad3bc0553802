import type { Db } from '../../app.ts';
import type { NotificationRow } from './inbox.ts';

export function findNotification(db: Db, id: string, userId?: string): Promise<NotificationRow | undefined> {
  return db
    .selectFrom('notification')
    .selectAll()
    .where('id', '=', id)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .executeTakeFirst();
}
