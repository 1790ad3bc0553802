import type { Requirement } from '@trust/contracts/events/provider';
import type { Text } from '@trust/contracts/text';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import { limitationTexts } from '../../catalog/limitations.ts';
import type { AvailabilityState, ClaimMethod, ClaimStatus, OperatingModel, ProviderKind } from '../../db/schema.ts';
import { isNotWithheld, isPublic, wasNotWithheld } from '../../from-other-services/emergency-actions/in-force.ts';
import type { GeoJsonPolygon } from '../../registration/location/schema.ts';

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
export async function findPublicProvider(
  db: Db,
  publicProviderId: string,
  now: Date,
): Promise<PublicProviderRow | undefined> {
  const { rows } = await sql<PublicProviderRow>`
    select p.id, p.public_provider_id, p.display_name, p.kind, p.operating_model, p.summary, p.website, p.languages,
      st_y(m.position::geometry) as latitude, st_x(m.position::geometry) as longitude, m.address_label,
      st_asgeojson(a.area, ${decimals}::int)::jsonb as service_area
    from provider p
    left join public_premises m on m.provider_id = p.id
    left join service_area a on a.provider_id = p.id
    where p.public_provider_id = ${publicProviderId} and ${isPublic(now)}`.execute(db);
  return rows[0];
}

export type OfferedService = {
  category_key: string;
  label: Labels;
  requirements: Requirement[];
  availability: AvailabilityState | null;
};

export async function listOfferedServices(db: Db, providerId: string, at: Date): Promise<OfferedService[]> {
  const { rows } = await sql<OfferedService>`
    select s.category_key, c.label, v.requirements, a.state as availability from service_selection s
    join category c on c.key = s.category_key
    join requirement_version v on v.id = s.requirement_version_id
    left join availability a on a.selection_id = s.id
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

/** Without those that an emergency action withholds. */
export async function listActiveClaims(db: Db, providerIds: readonly string[], now: Date): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select claim_id, provider_id, category_key, requirement_key, type, statement, method, source_kind, status,
      ${limitationTexts(sql.ref('limitations'))} as limitation_texts, policy_version, checked_on, valid_until
    from claim where provider_id = any(${providerIds}::uuid[]) and status = 'active' and ${isNotWithheld(sql`claim_id`, now)}
    order by category_key, type, valid_until desc, claim_id`.execute(db);
  return rows;
}

export type CardRow = ClaimRow & { public_provider_id: string; verified_keys: string[] };
type CardPosition = readonly [categoryKey: string, type: string, claimId: string];
type CardQuery = {
  providerId: string;
  at: Date;
  now: Date;
  /** The versions that were in force `at`, not the current ones. */
  isPast: boolean;
  onlyCurrent: boolean;
  after: CardPosition | undefined;
  limit: number;
};

/** Cards of the services that the provider offered `at`, with the requirements verified in each category. */
export async function listCards(db: Db, query: CardQuery): Promise<CardRow[]> {
  const { providerId, at, now, isPast, onlyCurrent, after, limit } = query;
  const version = sql`lateral (
    select status, limitations, valid_until from claim_version
    where claim_id = c.claim_id and at <= ${at} order by at desc, position desc limit 1)`;
  const current = sql`lateral (select c.status, c.limitations, c.valid_until)`;
  const { rows } = await sql<CardRow>`
    select *, ${limitationTexts(sql.ref('limitations'))} as limitation_texts from (
      select c.claim_id, c.provider_id, c.category_key, c.requirement_key, c.type, c.statement, c.method, c.source_kind,
        v.status, v.limitations, v.valid_until, c.policy_version, c.checked_on, p.public_provider_id,
        coalesce(array_agg(c.requirement_key) filter (where v.valid_until > ${at}) over (partition by c.category_key), '{}')
          as verified_keys
      from claim c
      join provider p on p.id = c.provider_id
      join ${isPast ? version : current} v on true
      where c.provider_id = ${providerId} and v.status = 'active' and ${isOffered(at)}
        and ${isNotWithheld(sql`c.claim_id`, now)} and ${wasNotWithheld(sql`c.claim_id`, at)}
    ) card
    where (not ${onlyCurrent}::boolean or valid_until > ${at})
      and (${after === undefined}::boolean or (category_key, type, claim_id) > (${after?.[0] ?? ''}, ${after?.[1] ?? ''}, ${after?.[2] ?? null}::uuid))
    order by category_key, type, claim_id limit ${limit}`.execute(db);
  return rows;
}

function isOffered(at: Date) {
  return sql`exists (
    select from service_selection s where s.provider_id = c.provider_id and s.category_key = c.category_key
      and s.selected_at <= ${at} and (s.removed_at is null or s.removed_at > ${at}))`;
}

type ClaimFact = Omit<ClaimRow, 'valid_until' | 'limitation_texts'> & {
  limitations: string[];
  valid_from: string;
  valid_until: string;
  superseded_by: string | null;
  at: string;
};

/** `history`: states with their times. Those that are stored already are not repeated. */
export async function recordClaim(
  trx: Trx,
  claim: ClaimFact,
  history: readonly { state: ClaimStatus; occurredAt: string }[],
): Promise<void> {
  await sql`
    insert into claim as stored (claim_id, provider_id, category_key, requirement_key, type, statement, method, source_kind, status,
      limitations, policy_version, checked_on, valid_from, valid_until, superseded_by, changed_at)
    values (${claim.claim_id}, ${claim.provider_id}, ${claim.category_key}, ${claim.requirement_key}, ${claim.type},
      ${JSON.stringify(claim.statement)}::jsonb, ${claim.method}, ${claim.source_kind}, ${claim.status}, ${claim.limitations},
      ${claim.policy_version}, ${claim.checked_on}, ${claim.valid_from}, ${claim.valid_until},
      ${claim.superseded_by}, ${claim.at})
    on conflict (claim_id) do update
    set status = excluded.status, limitations = excluded.limitations, valid_until = excluded.valid_until,
      superseded_by = excluded.superseded_by, changed_at = excluded.changed_at
    where stored.changed_at <= excluded.changed_at`.execute(trx);
  await sql`
    insert into claim_version (claim_id, at, status, limitations, valid_until)
    select ${claim.claim_id}::uuid, state."occurredAt", state.state, ${claim.limitations}::text[], ${claim.valid_until}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(history)}::jsonb) as state ("occurredAt" timestamptz, state claim_status)
    where not exists (
      select from claim_version known
      where known.claim_id = ${claim.claim_id} and known.at = state."occurredAt" and known.status = state.state)
    order by state."occurredAt"`.execute(trx);
}
