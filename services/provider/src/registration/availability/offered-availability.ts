import type { Db } from '../../app.ts';

/** Returns every service that the provider offers; `state` is null if the provider stated none. */
export async function findOfferedAvailability(db: Db, providerId: string) {
  const rows = await db
    .selectFrom('service_selection as s')
    .leftJoin('availability as a', 'a.selection_id', 's.id')
    .select(['s.category_key', 'a.state', 'a.next_available_at'])
    .where('s.provider_id', '=', providerId)
    .where('s.state', '=', 'active')
    .orderBy('s.category_key')
    .execute();
  return rows;
}
