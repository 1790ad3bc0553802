import type { Text } from '@trust/contracts/values/text';
import { type Expression, sql } from 'kysely';

/** A reviewer's own text has no French and is repeated (docs/domain/catalog.md 10). */
export function limitationTexts(english: Expression<unknown>) {
  return sql<Text[]>`(
    select jsonb_agg(jsonb_build_object('en', given.en, 'fr', coalesce(known.fr, given.en)) order by given.place)
    from unnest(${english}) with ordinality as given (en, place) left join limitation_text known using (en))`;
}
