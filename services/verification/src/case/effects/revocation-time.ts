import { sql } from 'kysely';

/**
 * When a suspended claim `c` is revoked unless the review that did not confirm it is appealed; null if none is to revoke it
 * (docs/domain/claim.md 13).
 */
export function revocationTime(now: Date) {
  return sql<Date | null>`(
    select max(appeal_end(d_review, ${now})) from claim_revocation r join decision d_review on d_review.id = r.decision_id
    where r.claim_id = c.id and c.state = 'suspended')`;
}
