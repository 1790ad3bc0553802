import { expiringDays } from '@trust/contracts/claims/claim-status';
import { renewalPeriod } from '@trust/contracts/claims/renewal-period';
import type { PageWindow, TimeAndId } from '@trust/service-kit/database/page-window';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import type { EvidenceState } from '../../db/schema.ts';
import { isRenewal } from '../../from-other-services/cases/is-renewal.ts';
import type { ExpiryQuery } from './schema.ts';

export type ExpiryFilter = Pick<
  z.output<typeof ExpiryQuery>,
  'withinDays' | 'status' | 'renewal' | 'evidence' | 'categoryKey'
> & {
  asOf: Date;
  ownProviders: string[];
} & PageWindow<TimeAndId>;

export type ExpiryRow = {
  claim_id: string;
  provider_id: string;
  category_key: string;
  requirement_key: string;
  type: string;
  state: 'active' | 'suspended';
  valid_until: Date;
  renewal_state: string | null;
  evidence: EvidenceState | null;
  renewal_opened_at: Date | null;
  renewal_evidence: EvidenceState | null;
  display_name: string | null;
  category_label: unknown;
  requirement_labels: unknown;
};

/** The next to end first. */
export async function findExpiries(db: Db, filter: ExpiryFilter): Promise<ExpiryRow[]> {
  const { rows } = await sql<ExpiryRow>`
    select c.claim_id, c.provider_id, c.category_key, c.requirement_key, c.type, c.state, c.valid_until,
      e.state as evidence, r.state as renewal_state, r.opened_at as renewal_opened_at, given.state as renewal_evidence,
      p.display_name, v.category_label, v.requirement_labels
    from (${pageOfExpiries(filter)}) c
    left join evidence_version e on e.evidence_version_id = c.evidence_version_id
    left join lateral (
      select r.case_id, r.state, r.opened_at from triage_case r where ${isRenewal(filter.asOf)} order by r.opened_at desc limit 1
    ) r on true
    left join lateral (
      select n.state from evidence_version n where n.case_id = r.case_id and n.requirement_key = c.requirement_key
      order by n.changed_at desc limit 1
    ) given on true
    left join provider_label p on p.provider_id = c.provider_id
    left join triage_case granting on granting.case_id = c.case_id
    left join requirement_version v on v.id = granting.requirement_version_id
    order by c.valid_until, c.claim_id`.execute(db);
  return rows;
}

/** Exported for the test of its plan. */
export function pageOfExpiries(filter: ExpiryFilter): RawBuilder<unknown> {
  const { asOf, withinDays, status, evidence, renewal, categoryKey, after } = filter;
  const daysFrom = (days: number) => new Date(asOf.getTime() + days * 86_400_000);
  const conditions = [
    // Literal, so that the planner can use the indexes by end.
    sql`c.state in ('active', 'suspended')`,
    // A claim that can no longer be renewed is history.
    sql`c.valid_until > ${daysFrom(-renewalPeriod.daysAfter)} and c.valid_until <= ${daysFrom(withinDays)}`,
    sql`c.provider_id <> all(${filter.ownProviders}::uuid[])`,
    categoryKey !== undefined && sql`c.category_key = ${categoryKey}`,
    status === 'suspended' && sql`c.state = 'suspended'`,
    status && status !== 'suspended' && sql`c.state = 'active'`,
    status === 'expired' && sql`c.valid_until <= ${asOf}`,
    status === 'expiring' && sql`c.valid_until > ${asOf} and c.valid_until <= ${daysFrom(expiringDays)}`,
    status === 'active' && sql`c.valid_until > ${daysFrom(expiringDays)}`,
    evidence &&
      sql`exists (select from evidence_version e where e.evidence_version_id = c.evidence_version_id and e.state = ${evidence})`,
    renewal && renewalIs(renewal, asOf),
    renewal === 'due' && sql`c.valid_until <= ${daysFrom(renewalPeriod.daysBefore)}`,
    renewal === 'not_due' && sql`c.valid_until > ${daysFrom(renewalPeriod.daysBefore)}`,
    after && sql`(c.valid_until, c.claim_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`,
  ].filter((condition) => condition !== false && condition !== undefined);
  return sql`select c.* from claim c where ${sql.join(conditions, sql` and `)}
    order by c.valid_until, c.claim_id limit ${filter.limit}`;
}

function renewalIs(renewal: NonNullable<ExpiryFilter['renewal']>, asOf: Date) {
  if (renewal === 'due' || renewal === 'not_due')
    return sql`not exists (select from triage_case r where ${isRenewal(asOf)})`;
  const waits = sql`r.state in ('awaiting_evidence', 'awaiting_correction')`;
  const state = renewal === 'awaiting_provider' ? waits : sql`not ${waits}`;
  return sql`exists (select from triage_case r where ${isRenewal(asOf)} and ${state})`;
}
