import { expiringDays } from '@trust/contracts/claims/claim-status';
import { sql } from 'kysely';
import { isRenewal } from '../../from-other-services/cases/is-renewal.ts';
import { isOf, type TriageFilter } from '../filter.ts';

/** Claims that end soon while no case renews them. */
export function expiringClaims({ visibility, asOf, kind, state }: TriageFilter) {
  const soon = new Date(asOf.getTime() + expiringDays * 86_400_000);
  return sql`
    select 'claim', c.claim_id, c.case_id, 'expiring_claim', 'expiring', c.provider_id, c.category_key, null::uuid,
      array[c.requirement_key], c.valid_until - make_interval(days => ${expiringDays}::int), c.valid_until, null::uuid,
      true, 0, false, true
    from claim c
    where ${sql.lit(visibility.expiries && isOf(kind, 'expiring_claim') && (!state || state === 'expiring'))}
      and c.state = 'active' and c.valid_until > ${asOf} and c.valid_until <= ${soon}
      and c.provider_id <> all(${visibility.ownProviders}::uuid[])
      and not exists (select from triage_case r where ${isRenewal(asOf)})`;
}
