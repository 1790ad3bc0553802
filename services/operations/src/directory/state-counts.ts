import { expiringDays } from '@trust/contracts/claims/claim-status';
import { type RawBuilder, sql } from 'kysely';

/** Number of documents, upload intents and claims by state, of one provider or case. `of`: a condition on `k`. */
export function countsOfWork(of: RawBuilder<unknown>, asOf: Date): RawBuilder<unknown> {
  const soon = new Date(asOf.getTime() + expiringDays * 86_400_000);
  // Computed when read (promise M4).
  const claimStatus = sql`case when k.state <> 'active' then k.state when k.valid_until <= ${asOf} then 'expired'
    when k.valid_until <= ${soon} then 'expiring' else 'active' end`;
  return sql`
    ${countsBy({ state: sql`k.state`, table: sql`evidence_version`, of })} as evidence,
    ${countsBy({ state: sql`k.state`, table: sql`upload_intent`, of })} as uploads,
    ${countsBy({ state: claimStatus, table: sql`claim`, of, name: 'status' })} as claims`;
}

type Counted = Record<'state' | 'table' | 'of', RawBuilder<unknown>> & { name?: 'state' | 'status' };

export function countsBy({ state, table, of, name = 'state' }: Counted): RawBuilder<unknown> {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object(${name}::text, counted.state, 'count', counted.count) order by counted.state)
    from (select ${state} as state, count(*)::int as count from ${table} k where ${of} group by 1) counted
  ), '[]')`;
}
