import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the public sees nothing of the category: a claim about a person was refused for good, or one ended for safety, and
 * no later decision granted its type (docs/domain/publication-and-search.md 33).
 */
export function isHeldBack(providerId: RawBuilder<unknown>, categoryKey: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(
    exists (
      select from case_projection held, unnest(held.refused_types) as refused (type)
      where held.provider_id = ${providerId} and held.category_key = ${categoryKey} and not exists (
        select from claim later where later.provider_id = held.provider_id and later.category_key = held.category_key
          and later.type = refused.type and later.valid_from > held.opened_at))
    or exists (
      select from claim ended
      where ended.provider_id = ${providerId} and ended.category_key = ${categoryKey}
        and ended.status in ('suspended', 'revoked') and ended.change_reason = 'safety_concern' and not exists (
          select from claim later where later.provider_id = ended.provider_id and later.category_key = ended.category_key
            and later.type = ended.type and later.valid_from > ended.valid_from)))`;
}
