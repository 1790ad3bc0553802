import type { Requirement } from '@trust/contracts/events/provider';
import type { Text } from '@trust/contracts/text';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import { limitationTexts } from '../catalog/limitations.ts';
import type { ClaimMethod, ClaimStatus, OperatingModel, ProviderKind } from '../db/schema.ts';
import type { GeoJsonPolygon } from '../location/schema.ts';

type Labels = Record<string, string>;

export type PublicProviderRow = {
  id: string;
  public_provider_id: string;
  display_name: string;
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

// About 100 m: shows an area, not a house.
const decimals = 3;

/** Undefined alike for unknown and all non-public providers (promise D2). */
export async function findPublicProvider(db: Db, publicProviderId: string): Promise<PublicProviderRow | undefined> {
  const { rows } = await sql<PublicProviderRow>`
    select p.id, p.public_provider_id, p.display_name, p.kind, p.operating_model, p.summary, p.website, p.languages,
      st_y(m.position::geometry) as latitude, st_x(m.position::geometry) as longitude, m.address_label,
      st_asgeojson(a.area, ${decimals}::int)::jsonb as service_area
    from provider p
    left join public_premises m on m.provider_id = p.id
    left join service_area a on a.provider_id = p.id
    where p.public_provider_id = ${publicProviderId} and p.state = 'active' and p.publication = 'published'`.execute(
    db,
  );
  return rows[0];
}

export type OfferedService = { category_key: string; label: Labels; requirements: Requirement[] };

export async function listOfferedServices(db: Db, providerId: string, at: Date): Promise<OfferedService[]> {
  const { rows } = await sql<OfferedService>`
    select s.category_key, c.label, v.requirements from service_selection s
    join category c on c.key = s.category_key
    join requirement_version v on v.id = s.requirement_version_id
    where s.provider_id = ${providerId} and s.selected_at <= ${at} and (s.removed_at is null or s.removed_at > ${at})
    order by s.category_key`.execute(db);
  return rows;
}

export type ClaimRow = {
  claim_id: string;
  provider_id: string;
  category_key: string;
  requirement_key: string;
  type: string;
  statement: Labels;
  method: ClaimMethod;
  source_kind: string;
  status: ClaimStatus;
  limitation_texts: Text[];
  policy_version: string;
  checked_on: string;
  valid_until: Date;
};

export async function listActiveClaims(db: Db, providerIds: readonly string[]): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select claim_id, provider_id, category_key, requirement_key, type, statement, method, source_kind, status,
      ${limitationTexts(sql.ref('limitations'))} as limitation_texts, policy_version, checked_on, valid_until
    from claim where provider_id = any(${providerIds}::uuid[]) and status = 'active'
    order by category_key, type, valid_until desc, claim_id`.execute(db);
  return rows;
}

export async function listClaimsAsOf(db: Db, providerId: string, at: Date): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select c.claim_id, c.provider_id, c.category_key, c.requirement_key, c.type, c.statement, c.method, c.source_kind,
      v.status, ${limitationTexts(sql.ref('v.limitations'))} as limitation_texts, c.policy_version, c.checked_on, v.valid_until
    from claim c
    join lateral (
      select status, limitations, valid_until from claim_version
      where claim_id = c.claim_id and at <= ${at} order by at desc, position desc limit 1
    ) v on true
    where c.provider_id = ${providerId} and v.status = 'active'
    order by c.category_key, c.type, v.valid_until desc, c.claim_id`.execute(db);
  return rows;
}

type ClaimFact = Omit<ClaimRow, 'valid_until' | 'limitation_texts'> & {
  limitations: string[];
  valid_from: string;
  valid_until: string;
  at: string;
};

export async function recordClaim(trx: Trx, claim: ClaimFact): Promise<void> {
  await sql`
    insert into claim as stored (claim_id, provider_id, category_key, requirement_key, type, statement, method, source_kind, status,
      limitations, policy_version, checked_on, valid_from, valid_until, changed_at)
    values (${claim.claim_id}, ${claim.provider_id}, ${claim.category_key}, ${claim.requirement_key}, ${claim.type},
      ${JSON.stringify(claim.statement)}::jsonb, ${claim.method}, ${claim.source_kind}, ${claim.status}, ${claim.limitations},
      ${claim.policy_version}, ${claim.checked_on}, ${claim.valid_from}, ${claim.valid_until}, ${claim.at})
    on conflict (claim_id) do update
    set status = excluded.status, limitations = excluded.limitations, valid_until = excluded.valid_until, changed_at = excluded.changed_at
    where stored.changed_at <= excluded.changed_at`.execute(trx);
  await sql`
    insert into claim_version (claim_id, at, status, limitations, valid_until)
    values (${claim.claim_id}, ${claim.at}, ${claim.status}, ${claim.limitations}, ${claim.valid_until})`.execute(trx);
}
