import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import type { OperatingModel, ProviderKind } from '../../db/schema.ts';
import { publicAddress } from '../../registration/display-names/public-address.ts';
import type { GeoJsonPolygon } from '../../registration/location/schema.ts';
import { isPublic } from './is-public.ts';

export type PublicProviderRow = {
  id: string;
  public_provider_id: string;
  public_name: string;
  public_name_id: string | null;
  kind: ProviderKind;
  operating_model: OperatingModel;
  summary: string | null;
  website: string | null;
  languages: string[];
  latitude: number | null;
  longitude: number | null;
  address_label: string | null;
  service_area: GeoJsonPolygon | null;
};

// All that a public area has.
const decimals = 3;

/** Undefined alike for unknown and all non-public providers (promise D2). */
export async function findPublicProvider(
  db: Db,
  publicProviderId: string,
  now: Date,
): Promise<PublicProviderRow | undefined> {
  const { rows } = await sql<PublicProviderRow>`
    select p.id, p.public_provider_id, p.public_name, p.public_name_id, p.kind, p.operating_model, p.public_summary as summary, p.public_website as website, p.languages,
      st_y(m.position::geometry) as latitude, st_x(m.position::geometry) as longitude, ${publicAddress(sql`p.id`)} as address_label,
      st_asgeojson(a.area, ${decimals}::int)::jsonb as service_area
    from provider p
    left join public_premises m on m.provider_id = p.id
    left join public_area a on a.provider_id = p.id
    where p.public_provider_id = ${publicProviderId} and ${isPublic(now)}`.execute(db);
  return rows[0];
}
