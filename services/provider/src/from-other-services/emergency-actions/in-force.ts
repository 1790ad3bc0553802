import { type RawBuilder, sql } from 'kysely';

type Kind = 'suspend_provider_listing' | 'withhold_claim';

/** Targets of the actions in force at `at`: an action ends when read after its end (promise M4). */
function targetsInForce(kind: Kind, at: Date): RawBuilder<string[]> {
  return sql`array(select target_id from emergency_action where kind = ${kind} and ends_at > ${at})`;
}

/** `id`: of a provider. Read once for a query, so the many rows of a search cost nothing. */
export function isNotSuspended(id: RawBuilder<unknown>, at: Date): RawBuilder<boolean> {
  return sql`${id} <> all(${targetsInForce('suspend_provider_listing', at)})`;
}

/** `id`: of a claim. */
export function isNotWithheld(id: RawBuilder<unknown>, at: Date): RawBuilder<boolean> {
  return sql`${id} <> all(${targetsInForce('withhold_claim', at)})`;
}

/** `id`: of a claim, whether or not an action that was in force then has ended. */
export function wasNotWithheld(id: RawBuilder<unknown>, at: Date): RawBuilder<boolean> {
  return sql`${id} not in (
    select target_id from emergency_action where kind = 'withhold_claim' and started_at <= ${at} and ends_at > ${at})`;
}
