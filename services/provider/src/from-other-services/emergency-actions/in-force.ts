import { type RawBuilder, sql } from 'kysely';

/** `id`: of a provider. Read once for a query, so the many rows of a search cost nothing. An action ends when read after its end (promise M4). */
export function isNotSuspended(id: RawBuilder<unknown>, at: Date): RawBuilder<boolean> {
  return sql`${id} <> all(array(
    select target_id from emergency_action where kind = 'suspend_provider_listing' and ends_at > ${at}))`;
}

/** `id`: of a claim. */
export function isNotWithheld(id: RawBuilder<unknown>, at: Date): RawBuilder<boolean> {
  return sql`${id} <> all(array(select same.claim_id ${withheldClaims(at)}))`;
}

/**
 * `from … where`: the claims `same` that an action in force withholds, and a later one that took the place of such a claim: who decides
 * about it may know nothing of the emergency (docs/domain/overrides-and-emergency-actions.md 21).
 */
export function withheldClaims(at: Date): RawBuilder<unknown> {
  return sql`
    from emergency_action action join claim target on target.claim_id = action.target_id
      join claim same on same.provider_id = target.provider_id and same.category_key = target.category_key
        and same.type = target.type and same.valid_from >= target.valid_from
    where action.kind = 'withhold_claim' and action.ends_at > ${at}`;
}

/** `id`: of a claim, whether or not an action that was in force then has ended. */
export function wasNotWithheld(id: RawBuilder<unknown>, at: Date): RawBuilder<boolean> {
  return sql`${id} not in (select same.claim_id ${withheldClaims(at)} and action.started_at <= ${at})`;
}
