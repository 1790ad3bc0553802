import { sql } from 'kysely';
import type { Trx } from '../app.ts';

/** Call with the provider locked. Never uses the private base (promise D1). */
export async function refreshListing(trx: Trx, providerId: string): Promise<void> {
  await sql`delete from public_listing where provider_id = ${providerId}`.execute(trx);
  await sql`
    insert into public_listing
      (provider_id, category_key, operating_model, geog, area, reach, claim_types, claim_expiries, claim_ids, live_until)
    select p.id, s.category_key, p.operating_model, place.geog, place.area, place.reach,
      array_agg(c.type order by c.claim_id), array_agg(c.valid_until order by c.claim_id),
      array_agg(c.claim_id order by c.claim_id), max(c.valid_until)
    from provider p
    join service_selection s on s.provider_id = p.id and s.state = 'active'
    join claim c on c.provider_id = p.id and c.category_key = s.category_key and c.status = 'active'
    cross join lateral (
      select point.geog, a.area::geometry as area,
        -- 5 % more: an edge that is straight on the map is curved on the globe.
        coalesce((select max(st_distance(point.geog, corner.geom::geography, false)) * 1.05
                  from st_dumppoints(a.area::geometry) corner), 0) as reach
      from (values (p.id)) as this (provider_id)
      left join public_premises m using (provider_id)
      left join service_area a using (provider_id)
      cross join lateral (select coalesce(m.position, st_centroid(a.area)) as geog) point
      where point.geog is not null
    ) place
    where p.id = ${providerId} and p.state = 'active' and p.publication = 'published'
    group by p.id, s.category_key, p.operating_model, place.geog, place.area, place.reach`.execute(trx);
}
