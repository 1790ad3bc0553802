import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

const newKey = () => randomBytes(32);

/**
 * Call with the providers locked, after each change of a private base or service area. Nothing public reads these
 * two (promise T6). Who draws an area learns the vector that moves it, so an area of somebody else than whoever entered
 * the base is moved as without one. Each drawn point belongs to one person: a colleague who enters a base in the same
 * cell would otherwise learn the point, and with it the base.
 */
export async function refreshPublicAreas(trx: Trx, providerIds: readonly string[]): Promise<void> {
  const keys = providerIds.map((provider_id) => ({ provider_id, key: newKey() }));
  await trx
    .insertInto('area_key')
    .values(keys)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx.deleteFrom('public_area').where('provider_id', 'in', providerIds).execute();
  await sql`
    insert into public_area (provider_id, area)
    select a.provider_id, generalised_area(a.area::geometry, coalesce(b.position::geometry, st_centroid(a.area::geometry)),
      k.key || coalesce(b.entered_by::text, 'area ' || a.set_by, 'area')::bytea)
    from service_area a join area_key k using (provider_id)
    left join private_base b on b.provider_id = a.provider_id and b.entered_by = a.set_by
    where a.provider_id = any(${providerIds}::uuid[])`.execute(trx);
}
