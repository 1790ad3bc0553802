import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

const newKey = () => randomBytes(32);

/**
 * Call with the providers locked, after each change of a private base or service area. Nothing public reads these
 * two (promise T6). The drawn point belongs to who entered the base: a colleague who enters one in the same cell would
 * else learn the point, and with it the base.
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
      k.key || coalesce(b.entered_by::text, '')::bytea)
    from service_area a join area_key k using (provider_id) left join private_base b using (provider_id)
    where a.provider_id = any(${providerIds}::uuid[])`.execute(trx);
}
