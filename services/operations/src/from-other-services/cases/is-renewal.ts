import { sql } from 'kysely';

/** A case `r` renews claim `c`: an open one of the category, whatever its kind. A provider has at most one. */
export function isRenewal(asOf: Date) {
  return sql`r.provider_id = c.provider_id and r.category_key = c.category_key
    and r.state in ('awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction')
    and (r.state <> 'awaiting_correction' or r.correction_due_at is null or r.correction_due_at > ${asOf})`;
}
