import { sql } from 'kysely';
import type { Db } from '../app.ts';

type Label = Record<string, string>;
export type MissingClaim = { type: string; label: Label };

/** With the label of the requirement that the provider reads, or else of another that asks for the type. */
const label = sql`(
  select requirement -> 'label' from requirement_version v, jsonb_array_elements(v.requirements) as requirement
  where requirement -> 'claim' ->> 'type' = missing.claim_type
  order by v.id = s.requirement_version_id desc, v.category_key = s.category_key desc, v.state = 'active' desc, v.id limit 1)`;

/** JSON of what the public misses of the selection `s`: while there is any, it sees nothing of the service. */
export const missingClaimsOfSelection = sql`coalesce((
  select jsonb_agg(jsonb_build_object('type', missing.claim_type, 'label', coalesce(${label}, '{}')) order by missing.claim_type)
  from (select distinct claim_type from missing_claims(s.provider_id, s.category_key)) missing), '[]')`;

/** Of the active selection. */
export async function findMissingClaims(db: Db, providerId: string, categoryKey: string): Promise<MissingClaim[]> {
  const { rows } = await sql<{ missing: MissingClaim[] }>`
    select ${missingClaimsOfSelection} as missing from service_selection s
    where s.provider_id = ${providerId} and s.category_key = ${categoryKey} and s.state = 'active'`.execute(db);
  return rows[0]?.missing ?? [];
}
