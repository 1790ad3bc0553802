import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ClaimStatus } from '../../db/schema.ts';
import { isHeldBack } from '../../listing/is-held-back.ts';
import type { ClaimRow } from './active-claims.ts';

type ClaimFact = Omit<ClaimRow, 'valid_until' | 'limitation_texts'> & {
  limitations: string[];
  subject_id: string | null;
  valid_from: string;
  valid_until: string;
  superseded_by: string | null;
  change_reason: string | null;
  at: string;
};

/**
 * Undefined if the public never saw the claim; `public_until` is null if it did until now. Not whether its subject has ended since,
 * which is what ends it, nor whether the provider unpublished itself or withdrew the consent: who expects it must know all the same.
 */
export async function findSeen(
  trx: Trx,
  claimId: string,
  at: Date,
): Promise<{ public_until: Date | null } | undefined> {
  const { rows } = await sql<{ public_until: Date | null }>`
    select s.public_until from claim c left join claim_subject s on s.id = c.subject_id
    where c.claim_id = ${claimId} and c.status = 'active' and c.valid_until > ${at}
      and (s.about is distinct from 'person' or s.public_form is not null or s.public_until >= c.valid_from)
      and not ${isHeldBack(sql`c.provider_id`, sql`c.category_key`)}`.execute(trx);
  return rows[0];
}

/** `history`: states with their times. Those that are stored already are not repeated. */
export async function recordClaim(
  trx: Trx,
  claim: ClaimFact,
  history: readonly { state: ClaimStatus; occurredAt: string }[],
): Promise<void> {
  await sql`
    insert into claim as stored (claim_id, provider_id, category_key, requirement_key, type, subject_id, statement, method, source_kind, status,
      limitations, policy_version, checked_on, valid_from, valid_until, superseded_by, change_reason, changed_at)
    values (${claim.claim_id}, ${claim.provider_id}, ${claim.category_key}, ${claim.requirement_key}, ${claim.type}, ${claim.subject_id},
      ${JSON.stringify(claim.statement)}::jsonb, ${claim.method}, ${claim.source_kind}, ${claim.status}, ${claim.limitations},
      ${claim.policy_version}, ${claim.checked_on}, ${claim.valid_from}, ${claim.valid_until},
      ${claim.superseded_by}, ${claim.change_reason}, ${claim.at})
    on conflict (claim_id) do update
    set status = excluded.status, superseded_by = excluded.superseded_by, change_reason = excluded.change_reason, changed_at = excluded.changed_at
    where stored.changed_at < excluded.changed_at`.execute(trx);
  await sql`
    insert into claim_version (claim_id, at, status, limitations, valid_until)
    select ${claim.claim_id}::uuid, state."occurredAt", state.state, ${claim.limitations}::text[], ${claim.valid_until}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(history)}::jsonb) as state ("occurredAt" timestamptz, state claim_status)
    where not exists (
      select from claim_version known
      where known.claim_id = ${claim.claim_id} and known.at = state."occurredAt" and known.status = state.state)
    order by state."occurredAt"`.execute(trx);
}
