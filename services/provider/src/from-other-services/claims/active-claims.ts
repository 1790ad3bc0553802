import type { Text } from '@trust/contracts/values/text';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import { limitationTexts } from '../../catalog/limitations.ts';
import type { ClaimMethod, ClaimStatus } from '../../db/schema.ts';
import { isHeldBack } from '../../listing/is-held-back.ts';
import { isInEffect } from '../../listing/is-in-effect.ts';
import { isNotWithheld } from '../emergency-actions/in-force.ts';

export type ClaimRow = {
  claim_id: string;
  provider_id: string;
  category_key: string;
  requirement_key: string;
  type: string;
  statement: Record<string, string>;
  method: ClaimMethod;
  source_kind: string;
  status: ClaimStatus;
  limitation_texts: Text[];
  policy_version: string;
  checked_on: string;
  valid_until: Date;
};

/** Leaves out those that an emergency action withholds. */
export async function listActiveClaims(db: Db, providerIds: readonly string[], now: Date): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select claim_id, provider_id, category_key, requirement_key, type, statement, method, source_kind, status,
      ${limitationTexts(sql.ref('limitations'))} as limitation_texts, policy_version, checked_on, valid_until
    from claim where provider_id = any(${providerIds}::uuid[]) and status = 'active' and ${isNotWithheld(sql`claim_id`, now)}
      and ${isInEffect(sql`subject_id`)}
    order by category_key, type, valid_until desc, claim_id`.execute(db);
  return rows;
}

/** Of offered services: of which the public sees something, and of which it sees nothing whatever they have. */
export async function countCurrentClaims(
  db: Db,
  providerId: string,
  at: Date,
): Promise<{ currentClaims: number; hiddenClaims: number }> {
  const { rows } = await sql<{ currentClaims: number; hiddenClaims: number }>`
    select count(*) filter (where not held.is)::int as "currentClaims", count(*) filter (where held.is)::int as "hiddenClaims"
    from claim c
    join service_selection s using (provider_id, category_key)
    cross join lateral (select ${isHeldBack(sql`c.provider_id`, sql`c.category_key`)} as is offset 0) held
    where c.provider_id = ${providerId} and s.state = 'active' and c.status = 'active' and c.valid_until > ${at}
      and ${isNotWithheld(sql`c.claim_id`, at)} and ${isInEffect(sql`c.subject_id`)}`.execute(db);
  return rows[0] ?? { currentClaims: 0, hiddenClaims: 0 };
}
