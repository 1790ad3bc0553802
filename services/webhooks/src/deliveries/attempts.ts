import type { Insertable } from 'kysely';
import type { Db } from '../app.ts';
import type { DeliveryAttempt } from '../db/schema.ts';

export type Attempt = Insertable<DeliveryAttempt>;

export async function recordAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db.insertInto('delivery_attempt').values(attempt).execute();
}

/** Oldest first. */
export function findAttempts(db: Db, deliveryId: string) {
  return db
    .selectFrom('delivery_attempt')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('started_at')
    .execute();
}
